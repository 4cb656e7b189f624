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
  <dependencies>
    <dependency>
      <groupId>{group}</groupId>
      <artifactId>{artifact}</artifactId>
      <version>{version}</version>
    </dependency>
  </dependencies>
</project>
"""


def cache() -> Path:
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return root / "spark-rabbitmq-streams"


def resolve(
    name: str, group: str, artifact: str, versions: list[str], without: tuple[str, ...] = ()
) -> list[Path]:
    """The artifact in the first of these versions that can be had, and what it needs to run."""
    directory = cache() / name
    if not directory.is_dir():
        directory.parent.mkdir(parents=True, exist_ok=True)
        for version in versions:
            said = _copy(directory, group, artifact, version, without)
            if not said:
                break
        else:
            raise BenchmarkError(f"Maven finds no {group}:{artifact} {versions}:\n{said}")
    return sorted(directory.glob("*.jar"))


def _copy(
    directory: Path, group: str, artifact: str, version: str, without: tuple[str, ...]
) -> str:
    """Returns what Maven said where it failed."""
    say(f"Resolving {artifact} {version}")
    with tempfile.TemporaryDirectory(dir=directory.parent) as scratch:
        pom = Path(scratch, "pom.xml")
        pom.write_text(
            POM.format(name=directory.name, group=group, artifact=artifact, version=version)
        )
        command = [
            "./mvnw", "-B", "-q", "-f", str(pom), f"{PLUGIN}:copy-dependencies",
            "-DincludeScope=runtime", f"-DoutputDirectory={scratch}/jars",
        ]  # fmt: skip
        if without:
            command.append(f"-DexcludeGroupIds={','.join(without)}")
        maven = subprocess.run(command, capture_output=True, text=True, check=False)
        if maven.returncode:
            return (maven.stdout + maven.stderr)[-2000:]
        shutil.move(f"{scratch}/jars", directory)
        return ""
