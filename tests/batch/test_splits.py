"""Ends, gaps, splits and limits together: whoever combines them gets each message once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from support.streams import Stream, SuperStream


def read(spark: SparkSession, source: Stream | SuperStream, **options: str) -> DataFrame:
    return spark.read.format("rabbitmq_streams").options(**source.options, **options).load()


def between(spark: SparkSession, stream: Stream, start: int, end: int, **options: str) -> DataFrame:
    return read(
        spark,
        stream,
        startingOffsets="offset",
        startingOffset=str(start),
        endingOffsets="offset",
        endingOffset=str(end),
        maxWaitMs="5000",
        **options,
    )


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (15, 27, [*range(15, 20), 25, 26]),
        (15, 22, [*range(15, 20)]),
        (22, 37, [*range(25, 35)]),
        (20, 25, []),
        (22, 38, [*range(25, 35)]),
    ],
)
def test_a_limit_over_a_range_that_begins_or_ends_in_a_gap(
    spark: SparkSession, gapped: Stream, start: int, end: int, expected: list[int]
) -> None:
    whole = between(spark, gapped, start, end)
    split = between(spark, gapped, start, end, minPartitions="6")
    for limit in (1, 5, 6, 7, 100):
        # Tasks are asked one after the other until the limit is reached.
        for table in (whole, split):
            rows = spark.sql("select offset from {table} limit {limit}", table=table, limit=limit)
            assert [row.offset for row in rows.collect()] == expected[:limit]


@pytest.mark.parametrize(
    ("start", "end", "pieces"),
    [
        (10, 20, [(10, 5), (15, 5)]),
        (0, 25, [(0, 13), (13, 7)]),
        (18, 26, [(18, 2), (25, 1)]),
        (24, 38, [(25, 5), (30, 5)]),
        (21, 23, []),
    ],
)
def test_a_range_with_an_explicit_end_is_split_by_its_offsets(
    spark: SparkSession, gapped: Stream, start: int, end: int, pieces: list[tuple[int, int]]
) -> None:
    assert tasks_of(between(spark, gapped, start, end, minPartitions="2")) == [
        (gapped.name, first, rows) for first, rows in pieces
    ]


def tasks_of(table: DataFrame) -> list[tuple[str, int, int]]:
    """Stream, first offset, and number of rows of each task that has any."""
    tasks = table.select("stream", "offset").rdd.glom().collect()
    return sorted((rows[0].stream, rows[0].offset, len(rows)) for rows in tasks if rows)


@pytest.mark.parametrize(
    ("limits", "lengths"),
    [
        ({"minPartitions": "6"}, ([15] * 4, [15] * 2)),
        ({"minPartitions": "7"}, ([12] * 5, [15] * 2)),
        ({"maxRecordsPerPartition": "25"}, ([20] * 3, [15] * 2)),
        ({"minPartitions": "3", "maxRecordsPerPartition": "59"}, ([30] * 2, [30])),
        ({"minPartitions": "2", "maxRecordsPerPartition": "60"}, ([60], [30])),
    ],
    ids=str,
)
def test_ranges_with_explicit_ends_are_split_in_proportion(
    spark: SparkSession,
    superstream: SuperStream,
    limits: dict[str, str],
    lengths: tuple[list[int], list[int]],
) -> None:
    for partition in superstream.partitions:
        partition.publish(*map(str, range(100)))
    first, second, third = superstream.stream_names
    table = read(
        spark,
        superstream,
        startingOffsets=json.dumps({first: 10, second: 50, third: "latest"}),
        endingOffsets=json.dumps({first: 70, second: 80, third: 100}),
        **limits,
    )
    of_first, of_second = lengths
    expected = [(first, 10 + sum(of_first[:n]), rows) for n, rows in enumerate(of_first)]
    expected += [(second, 50 + sum(of_second[:n]), rows) for n, rows in enumerate(of_second)]
    assert tasks_of(table) == sorted(expected)
