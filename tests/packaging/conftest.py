"""The jar and the wheel as they were built, and clean environments to install them into."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Environment:
    """A virtual environment; commands run outside the checkout, as a user's would."""

    directory: Path

    @property
    def python(self) -> Path:
        return self.directory / "bin" / "python"

    def pip(self, *arguments: str | Path) -> None:
        """A registry may answer wrongly for a moment, so pip is asked up to three times."""
        for pause in (5, 20):
            try:
                run(self.python, "-m", "pip", "--quiet", *arguments, cwd=self.directory)
                return
            except AssertionError as e:
                print(f"{e}\nonce more in {pause} s")
                time.sleep(pause)
        run(self.python, "-m", "pip", "--quiet", *arguments, cwd=self.directory)

    def run(self, program: str) -> str:
        return run(self.python, "-c", program, cwd=self.directory)


def run(*command: str | Path, cwd: Path) -> str:
    """What the command prints; its whole output is in the failure when it fails."""
    private = ("PYTHONPATH", "SPARK_HOME", "SPARK_RABBITMQ_STREAMS_JAR", "PYSPARK_PYTHON")
    variables = {name: value for name, value in os.environ.items() if name not in private}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{command} failed\n{done.stdout}\n{done.stderr}"
    return done.stdout


def only(found: Iterator[Path]) -> Path:
    files = list(found)
    assert len(files) == 1, f"expected one file, found {files}; `make wheel` builds it"
    return files[0]


@pytest.fixture(scope="session")
def wheel() -> Path:
    return only((ROOT / ".build" / "dist").glob("*.whl"))


@pytest.fixture
def wheel_archive(wheel: Path) -> Iterator[zipfile.ZipFile]:
    with zipfile.ZipFile(wheel) as archive:
        yield archive


@pytest.fixture(scope="session")
def version(wheel: Path) -> str:
    return wheel.name.split("-")[1]


@pytest.fixture(scope="session")
def jar(version: str) -> Path:
    target = ROOT / "jvm" / "bundle" / "target"
    return only(target.glob(f"spark-rabbitmq-streams-{version}.jar"))


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    directory = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", directory, cwd=directory)
    return Environment(directory)
