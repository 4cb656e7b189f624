"""What README shows is run, and what it says about the repository is compared with it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import spark_rabbitmq_streams

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from support.streams import Stream

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def snippet(title: str) -> str:
    section = README.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]
    return section.split("```python\n", 1)[1].split("```", 1)[0]


def run(code: str, stream: Stream | None = None) -> dict[str, Any]:
    """Runs a snippet as it stands, but for the broker and the stream that it names."""
    if stream is not None:
        access = stream.broker.access
        for shown, meant in {
            '"localhost:5552"': f'"{stream.broker.endpoint}"',
            '"username": "guest"': f'"username": "{access.username}"',
            '"password": "guest"': f'"password": "{access.password}"',
            'stream="orders"': f'stream="{stream.name}"',
        }.items():
            assert shown in code
            code = code.replace(shown, meant)
    names: dict[str, Any] = {}
    exec(compile(code, "README.md", "exec"), names)  # noqa: S102 - our own page
    return names


@pytest.mark.usefixtures("spark")
def test_five_lines_read_a_stream(stream: Stream, capsys: pytest.CaptureFixture[str]) -> None:
    stream.publish("first", "second")
    code = snippet("Read in five lines")
    assert len(list(filter(None, code.splitlines()))) == 5
    run(code, stream)
    shown = capsys.readouterr().out
    assert "first" in shown
    assert "second" in shown


@pytest.mark.usefixtures("spark")
def test_five_lines_write_a_stream(stream: Stream) -> None:
    code = snippet("Write in five lines")
    assert len(list(filter(None, code.splitlines()))) == 5
    run(code, stream)
    assert sorted(stream.values()) == sorted(b'{"id":%d}' % number for number in range(100))


def test_a_spark_elsewhere_takes_the_jar_by_its_path(spark: SparkSession) -> None:
    run(snippet("Spark elsewhere"))
    assert spark.sparkContext.getConf().get("spark.jars", "") == ""
    assert spark_rabbitmq_streams.jar_path().is_file()


def test_every_make_target_that_is_named_exists() -> None:
    targets = re.findall(
        r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
    )
    named = re.findall(r"^make ([a-z]+)|`make ([a-z]+)", README, re.MULTILINE)
    assert named
    assert {first or second for first, second in named} <= set(targets)


def test_every_link_leads_somewhere() -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", README) if "://" not in link]
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_support_matrix_is_what_is_tested() -> None:
    lines = (ROOT / "ci" / "sparks.txt").read_text(encoding="utf-8").splitlines()
    versions = [line.split()[0] for line in lines if line and not line.startswith("#")]
    assert ", ".join(versions) in README
