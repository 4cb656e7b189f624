"""A Spark cluster of its own process, with the jar of a user's classes, as --jars brings it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support import elsewhere as support

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
SAMPLE = HERE.parents[1] / "examples" / "extensions"


class Elsewhere(support.Session):
    """Reads and writes in another process, and gives what it answers: values, or the failure."""

    def __init__(self, jar: Path, forwards: Path) -> None:
        self.forwards = forwards
        # The executor is a process, too: what runs there was sent there.
        master = "--master local-cluster[1,2,640] --conf spark.executor.memory=512m"
        forwarded = {"STREAM_FORWARDS": str(forwards)}
        super().__init__(HERE / "worker.py", "extensions", f"--jars {jar} {master}", forwarded)

    def read(self, **options: str) -> list[str]:
        return list(self.succeed("read", options=options))

    def select(self, selected: str, limit: int | None, **options: str) -> list[object]:
        return list(self.succeed("select", options=options, selected=selected, limit=limit))

    def write(self, columns: str, *rows: tuple[object, ...], **options: str) -> None:
        self.succeed("write", columns=columns, rows=rows, options=options)

    def read_failure(self, **options: str) -> str:
        return self.fail("read", options=options)

    def write_failure(self, columns: str, *rows: tuple[object, ...], **options: str) -> str:
        return self.fail("write", columns=columns, rows=rows, options=options)

    def query(self, **options: str) -> list[str]:
        return list(self.succeed("query", options=options))

    def copy(self, source: dict[str, str], columns: list[str], **sink: str) -> None:
        self.succeed("copy", source=source, columns=columns, sink=sink)

    def copy_failure(self, source: dict[str, str], columns: list[str], **sink: str) -> str:
        return self.fail("copy", source=source, columns=columns, sink=sink)

    def query_failure(self, **options: str) -> str:
        return self.fail("query", options=options)


@pytest.fixture(scope="session")
def connector_jar() -> Path:
    return support.connector_jar()


@pytest.fixture(scope="session")
def sample_jar(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample project, and classes that fail."""
    sources = [*(SAMPLE / "src").rglob("*.java"), *(HERE / "java").rglob("*.java")]
    return support.compile_jar(tmp_path_factory.mktemp("extensions"), sources)


@pytest.fixture(scope="package")
def elsewhere(sample_jar: Path) -> Iterator[Elsewhere]:
    forwards = sample_jar.with_name("forwards.properties")
    forwards.touch()
    with Elsewhere(sample_jar, forwards) as session:
        yield session
