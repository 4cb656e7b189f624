"""Rows that are numbered, and what of them has arrived."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from support.streams import Stream, SuperStream


def numbered(spark: SparkSession, count: int, *, size: int = 1_000, tasks: int = 1) -> DataFrame:
    """Rows from 0 on, each padded to a size; a task has neighbours, and each row its own key."""
    return spark.range(count, numPartitions=tasks).selectExpr(
        f"cast(rpad(string(id), {size}, ' ') as binary) as value", "string(id) as routing_key"
    )


def arrived(target: Stream | SuperStream) -> list[int]:
    """The numbers in the order of offsets, one partition after the other."""
    return [int(value) for value in target.values()]


def firsts(numbers: list[int]) -> list[int]:
    """Each number once, where it appears for the first time."""
    return list(dict.fromkeys(numbers))


def repeated(numbers: list[int], count: int) -> int:
    """How many rows are there more than once, where none may be missing and none may be strange."""
    copies = Counter(numbers)
    missing = set(range(count)) - copies.keys()
    assert not missing, f"{len(missing)} of {count} rows are missing, such as {min(missing)}"
    assert len(copies) == count, "there are rows that nobody has written"
    twice = sum(number > 1 for number in copies.values())
    print(f"{count} rows, none missing, {twice} repeated, {len(numbers) - count} copies too many")
    return twice
