"""Jars of Maven artifacts, resolved once into the cache."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from benchmarks.progress import BenchmarkError, say

PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0"

POM = """<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>benchmarks</groupId>
  <artifactId>{name}</artifactId>
  <version>1</version>
  <repositories>
    <!-- Spark's own pom names a mirror under this id; only the machine's configuration decides. -->
    <repository>
      <id>gcs-maven-central-mirror</id>
      <url>file:///dev/null</url>
      <releases><enabled>false</enabled></releases>
      <snapshots><enabled>false</enabled></snapshots>
    </repository>
  </repositories>
  <dependencies>{dependencies}
  </dependencies>
</project>
"""

DEPENDENCY = """
    <dependency>
      <groupId>{}</groupId>
      <artifactId>{}</artifactId>
      <version>{}</version>
    </dependency>"""


def cache() -> Path:
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return root / "spark-rabbitmq-streams"


def resolve(
    name: str, candidates: list[tuple[str, ...]], without: tuple[str, ...] = ()
) -> list[Path]:
    """The first of the candidates that can be had as a whole, with what it needs to run.

    A candidate is one or more coordinates, group:artifact:version.
    """
    directory = cache() / name
    if not directory.is_dir():
        directory.parent.mkdir(parents=True, exist_ok=True)
        for coordinates in candidates:
            said = _copy(directory, coordinates, without)
            if not said:
                break
        else:
            raise BenchmarkError(
                f"Maven finds none of {candidates}. It must reach a repository that has one, by "
                f"its settings.xml; without --kafka it is not needed. The last answer:\n{said}"
            )
    return sorted(directory.glob("*.jar"))


def _copy(directory: Path, coordinates: tuple[str, ...], without: tuple[str, ...]) -> str:
    """Returns what Maven said where it failed."""
    say(f"Resolving {', '.join(coordinates)}")
    dependencies = "".join(DEPENDENCY.format(*each.split(":")) for each in coordinates)
    with tempfile.TemporaryDirectory(dir=directory.parent) as scratch:
        # The wrapper builds the pom that lies beside it.
        shutil.copy2("mvnw", scratch)
        shutil.copytree(".mvn", Path(scratch, ".mvn"))
        Path(scratch, "pom.xml").write_text(
            POM.format(name=directory.name, dependencies=dependencies)
        )
        command = [
            f"{scratch}/mvnw",
            "-B",
            "-q",
            "-U",
            f"{PLUGIN}:copy-dependencies",
            "-DincludeScope=runtime",
            f"-DoutputDirectory={scratch}/jars",
        ]
        if without:
            command.append(f"-DexcludeGroupIds={','.join(without)}")
        maven = subprocess.run(command, capture_output=True, text=True, check=False)
        if maven.returncode:
            return (maven.stdout + maven.stderr)[-2000:]
        shutil.move(f"{scratch}/jars", directory)
        return ""
