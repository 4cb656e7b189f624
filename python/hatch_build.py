"""Puts the connector's jar into the wheel, where any pip-installed PySpark finds it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

JAR_VARIABLE = "SPARK_RABBITMQ_STREAMS_JAR"


class JarBuildHook(BuildHookInterface[Any]):
    """Adds `pyspark/jars/spark-rabbitmq-streams-<version>.jar` to wheels, regular and editable.

    The jar is the one that SPARK_RABBITMQ_STREAMS_JAR names. Without it, the jar is that of the
    checkout, built through Maven unless it is newer than everything that it is made from.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        name = f"spark-rabbitmq-streams-{self.metadata.version}.jar"
        jar = self._named_jar() or self._built_jar(name)
        inside = {str(jar): f"pyspark/jars/{name}"}
        build_data["force_include"].update(inside)
        # An editable wheel takes its files from here alone; the package itself comes by path.
        if version == "editable":
            build_data["force_include_editable"].update(inside)

    def _named_jar(self) -> Path | None:
        named = os.environ.get(JAR_VARIABLE)
        if not named:
            return None
        jar = Path(named).absolute()
        if not jar.is_file():
            raise FileNotFoundError(
                f"{JAR_VARIABLE} names {jar}, which is not a file; name a jar, or unset the "
                "variable to have the jar built from the sources"
            )
        return jar

    def _built_jar(self, name: str) -> Path:
        root = Path(self.root)
        jar = root / "jvm" / "bundle" / "target" / name
        if not _is_current(jar, root):
            self.app.display_info(f"Building {name} through mvnw")
            _run_maven(root)
        if not jar.is_file():
            raise FileNotFoundError(f"./mvnw package succeeded without leaving {jar}")
        return jar


def _run_maven(root: Path) -> None:
    command = ["sh", "mvnw", "-B", "-q", "-DskipTests", "-pl", "jvm/bundle", "-am", "package"]
    try:
        subprocess.run(command, cwd=root, check=True)
    except (OSError, subprocess.CalledProcessError) as failure:
        raise RuntimeError(
            f"Building the jar failed ({failure}). It takes a JDK, 17 or newer, and a Maven "
            f"repository; or name a jar that exists by {JAR_VARIABLE}"
        ) from failure


def _is_current(jar: Path, root: Path) -> bool:
    return jar.is_file() and jar.stat().st_mtime >= max(
        source.stat().st_mtime for source in _sources(root)
    )


def _sources(root: Path) -> Iterator[Path]:
    """Files and directories: a file that is taken away shows as a change of its directory."""
    yield from (root / "pom.xml", root / "LICENSE")
    for module in ("connector", "realtime", "bundle"):
        yield root / "jvm" / module / "pom.xml"
        yield from (root / "jvm" / module / "src").rglob("*")
