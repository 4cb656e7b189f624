"""A Spark session in a process of its own, which does what it is asked to, line by line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from support.answering import ANSWER
from support.closing import Closing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

TESTS = Path(__file__).parents[1]
LOGS = TESTS.parent / ".build" / "logs"


class Session(Closing):
    """Runs a script that answers each line of its input by `support.answering`."""

    def __init__(
        self, script: Path, name: str, arguments: str, environment: Mapping[str, str] | None = None
    ) -> None:
        LOGS.mkdir(parents=True, exist_ok=True)
        self.log = LOGS / f"{name}.log"
        given = {
            "PYSPARK_SUBMIT_ARGS": f"{arguments} --conf spark.ui.enabled=false pyspark-shell",
            "PYTHONPATH": str(TESTS),
        }
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, str(script)],
                env={**os.environ, **given, **(environment or {})},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def succeed(self, work: str, **details: object) -> Any:
        """The values that the work gives."""
        answer = self._ask({"work": work, **details})
        assert "failure" not in answer, answer["failure"]
        return answer["values"]

    def fail(self, work: str, **details: object) -> str:
        """What is said where the work fails."""
        answer = self._ask({"work": work, **details})
        assert "failure" in answer, "it succeeded"
        return str(answer["failure"])

    def _ask(self, request: dict[str, Any]) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        for line in self._process.stdout:
            if line.startswith(ANSWER):
                return json.loads(line.removeprefix(ANSWER))
        raise RuntimeError(f"The session ended; see {self.log}")

    def close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(60)


def connector_jar() -> Path:
    """The jar as users get it: in the installed PySpark, where the wheel has put it."""
    pyspark = pytest.importorskip("pyspark", reason="PySpark is not installed here")
    (jar,) = (Path(pyspark.__file__).parent / "jars").glob("spark-rabbitmq-streams-*.jar")
    return jar


def compile_jar(directory: Path, sources: Iterable[Path]) -> Path:
    """A jar of classes that are compiled against the connector's jar and nothing else."""
    compiler = shutil.which("javac", path=f"{os.environ.get('JAVA_HOME', '')}/bin")
    compiler = compiler or shutil.which("javac")
    assert compiler, "there is no javac; a JDK is needed to build the connector, too"
    classes = directory / "classes"
    subprocess.run(
        [
            *(compiler, "-Xlint:all", "-Werror", "--release", "17"),
            *("-cp", str(connector_jar()), "-d", str(classes)),
            *map(str, sources),
        ],
        check=True,
    )
    jar = directory / f"{directory.name}.jar"
    with zipfile.ZipFile(jar, "w") as archive:
        for file in classes.rglob("*.class"):
            archive.write(file, file.relative_to(classes))
    return jar
