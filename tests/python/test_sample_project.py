"""The package's types serve a user's project, under mypy at its strictest."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = Path(__file__).parent / "sample_project"
# mypy lives with the other tools; it looks at the installed wheel in the tests' environment.
MYPY = ROOT / ".build" / "tools" / "bin" / "mypy"


def complaints(name: str, directory: Path) -> list[str]:
    """What mypy says of a copy of the file, far from the sources of the package."""
    if not MYPY.exists() and "CI" not in os.environ:
        pytest.skip("mypy is not installed here; ci/tools.sh does it")
    (directory / name).write_text((PROJECT / name).read_text(encoding="utf-8"), encoding="utf-8")
    command = [str(MYPY), "--strict", "--python-executable", sys.executable, "--no-error-summary"]
    environment = {name: value for name, value in os.environ.items() if name != "MYPYPATH"}
    checked = subprocess.run(
        [*command, "--hide-error-context", "--no-pretty", name],
        cwd=directory,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.stderr == ""
    return [line for line in checked.stdout.splitlines() if ": error:" in line]


def test_a_sound_project_has_no_complaint(tmp_path: Path) -> None:
    assert complaints("job.py", tmp_path) == []


def test_each_mistake_is_found(tmp_path: Path) -> None:
    lines = (PROJECT / "mistakes.py").read_text(encoding="utf-8").splitlines()
    marked = {
        number: re.findall(r"\[([a-z-]+)\]", line.split("#", 1)[1])
        for number, line in enumerate(lines, start=1)
        if "# [" in line
    }
    found = [
        re.fullmatch(r"mistakes\.py:(\d+): error: .*\[([a-z-]+)\]", line)
        for line in complaints("mistakes.py", tmp_path)
    ]
    codes = {int(each[1]): each[2] for each in found if each}
    assert sorted(codes) == sorted(marked)
    assert [line for line, code in codes.items() if code not in marked[line]] == []
