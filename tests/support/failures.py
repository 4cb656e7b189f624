"""Failures as PySpark shows them, and what of them is ours."""

from __future__ import annotations

import difflib
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

from spark_rabbitmq_streams import failure_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyspark.sql import DataFrame, SparkSession

SECRET = "hidden-Treasure-17"
UNSENT = " This write has sent nothing to the broker."
GOLDEN = Path(__file__).parents[1] / "errors" / "golden"
REWRITE = "GOLDEN=write make it K=golden"


def failure(action: Callable[[], object]) -> BaseException:
    """The failure of an action, which shows no secret, neither in the Java stack trace."""
    with pytest.raises((PySparkException, Py4JJavaError)) as raised:
        action()
    assert SECRET not in str(raised.value)
    error: BaseException = raised.value
    return error


def ours(raised: BaseException) -> str:
    """What the connector says in a failure: the code, and the sentences after it."""
    found = failure_of(raised)
    assert found, raised
    return f"[{found.code}] {found.message}"


def table(spark: SparkSession, **options: str) -> DataFrame:
    return spark.read.format("rabbitmq_streams").options(**options).load()


def write(rows: DataFrame, mode: str = "append", **options: str) -> None:
    rows.write.format("rabbitmq_streams").options(**options).mode(mode).save()


class Golden:
    """Compares what is said with a file, in which names of the moment have placeholders."""

    def __init__(self, name: str) -> None:
        self.file = GOLDEN / f"{name}.txt"

    def __call__(self, action: Callable[[], object], **about: Any) -> None:
        """Compares the failure of an action."""
        self.compare(failure(action), **about)

    def compare(
        self, raised: BaseException, *, counts: bool = False, then: str = "", **names: object
    ) -> None:
        """`counts` are numbers that differ each time; `then` is said behind what the file holds."""
        said = ours(raised)
        assert said.endswith(then), said
        said = said.removesuffix(then)
        for name, value in sorted(names.items(), key=lambda pair: -len(str(pair[1]))):
            said = said.replace(str(value), f"<{name}>")
        said = re.sub(r"\b127\.0\.0\.1:\d+\b", "<endpoint>", said)
        if counts:
            said = re.sub(r"\b\d+\b", "<number>", said)
        if os.environ.get("GOLDEN") == "write":
            self.file.write_text(said + "\n", encoding="utf-8")
        written = self.file.read_text(encoding="utf-8") if self.file.exists() else ""
        if written != said + "\n":
            lines = difflib.unified_diff(
                written.splitlines(), said.splitlines(), str(self.file), "said now", lineterm=""
            )
            pytest.fail(
                "\n".join(lines) + f"\nIf that is better, rewrite the files: {REWRITE}",
                pytrace=False,
            )
