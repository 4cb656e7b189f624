"""A Spark cluster of its own process, with the jar of a user's classes, as --jars brings it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SAMPLE = ROOT / "examples" / "extensions"
LOG = ROOT / ".build" / "logs" / "extensions.log"


class Elsewhere:
    """Reads and writes in another process, and gives what it answers: values, or the failure."""

    def __init__(self, jar: Path, forwards: Path, log: IO[bytes]) -> None:
        self.forwards = forwards
        # The executor is a process, too: what runs there was sent there.
        master = "--master local-cluster[1,2,640] --conf spark.executor.memory=512m"
        arguments = f"--jars {jar} {master} --conf spark.ui.enabled=false pyspark-shell"
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "worker.py")],
            env=os.environ | {"PYSPARK_SUBMIT_ARGS": arguments, "STREAM_FORWARDS": str(forwards)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )

    def read(self, **options: str) -> list[str]:
        return list(self._succeed({"work": "read", "options": options}))

    def write(self, columns: str, *rows: tuple[object, ...], **options: str) -> None:
        self._succeed({"work": "write", "columns": columns, "rows": rows, "options": options})

    def read_failure(self, **options: str) -> str:
        return self._fail({"work": "read", "options": options})

    def write_failure(self, columns: str, *rows: tuple[object, ...], **options: str) -> str:
        return self._fail({"work": "write", "columns": columns, "rows": rows, "options": options})

    def query(self, **options: str) -> list[str]:
        return list(self._succeed({"work": "query", "options": options}))

    def query_failure(self, **options: str) -> str:
        return self._fail({"work": "query", "options": options})

    def _succeed(self, request: dict[str, Any]) -> Any:
        answer = self._ask(request)
        assert "failure" not in answer, answer["failure"]
        return answer["values"]

    def _fail(self, request: dict[str, Any]) -> str:
        answer = self._ask(request)
        assert "failure" in answer, "it succeeded"
        return str(answer["failure"])

    def _ask(self, request: dict[str, Any]) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        for line in self._process.stdout:
            if line.startswith("answer "):
                return json.loads(line.removeprefix("answer "))
        raise RuntimeError(f"The session ended; see {LOG}")

    def close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(60)


@pytest.fixture(scope="session")
def connector_jar() -> Path:
    """The jar as users get it: in the installed PySpark, where the wheel has put it."""
    pyspark = pytest.importorskip("pyspark", reason="PySpark is not installed here")
    (jar,) = (Path(pyspark.__file__).parent / "jars").glob("spark-rabbitmq-streams-*.jar")
    return jar


@pytest.fixture(scope="session")
def sample_jar(connector_jar: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample project, compiled against that jar and nothing else, and classes that fail."""
    compiler = shutil.which("javac", path=f"{os.environ.get('JAVA_HOME', '')}/bin")
    compiler = compiler or shutil.which("javac")
    assert compiler, "there is no javac; a JDK is needed to build the connector, too"
    directory = tmp_path_factory.mktemp("extensions")
    sources = [*(SAMPLE / "src").rglob("*.java"), *(HERE / "java").rglob("*.java")]
    subprocess.run(
        [
            *(compiler, "-Xlint:all", "-Werror", "--release", "17"),
            *("-cp", str(connector_jar), "-d", str(directory / "classes")),
            *map(str, sources),
        ],
        check=True,
    )
    jar = directory / "extensions.jar"
    with zipfile.ZipFile(jar, "w") as archive:
        for file in (directory / "classes").rglob("*.class"):
            archive.write(file, file.relative_to(directory / "classes"))
    return jar


@pytest.fixture(scope="module")
def elsewhere(sample_jar: Path) -> Iterator[Elsewhere]:
    forwards = sample_jar.with_name("forwards.properties")
    forwards.touch()
    LOG.parent.mkdir(parents=True, exist_ok=True)
    with LOG.open("wb") as log:
        session = Elsewhere(sample_jar, forwards, log)
        yield session
        session.close()
