"""Times in every form bound a read of a super stream, however it is split."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING

import pytest
from pyspark.errors import PySparkException

from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import DataFrame, SparkSession

    from support.broker import Broker
    from support.streams import SuperStream

APART = 4.0
EARLY, LATE, ALL, NONE = range(10), range(10, 20), range(20), range(0)
FAR = "2100-01-01T00:00:00Z"


class Timed:
    """A super stream of two times: each partition has offsets 0 to 9, and later 10 to 19."""

    def __init__(self, superstream: SuperStream) -> None:
        self.options = superstream.options
        self.names = superstream.stream_names
        for partition in superstream.partitions:
            partition.publish(*map(str, EARLY))
        until = time.monotonic() + APART
        wait_until(lambda: time.monotonic() > until, 10, f"{APART} s to pass")
        for partition in superstream.partitions:
            partition.publish(*map(str, LATE))
        held = superstream.messages()
        self.early = max(message.timestamp for message in held if message.offset in EARLY)
        self.late = min(message.timestamp for message in held if message.offset in LATE)

    def read(self, spark: SparkSession, **options: str) -> DataFrame:
        reader = spark.read.format("rabbitmq_streams").options(**self.options, **options)
        return reader.load().select("stream", "offset")

    def rows(self, *offsets: range) -> list[tuple[str, int]]:
        """These offsets of the first, the second, and the third partition."""
        pairs = zip(self.names, offsets, strict=True)
        return sorted((name, offset) for name, these in pairs for offset in these)


@pytest.fixture(scope="module")
def timed(broker: Broker) -> Iterator[Timed]:
    with broker.superstream() as superstream:
        yield Timed(superstream)


def found(table: DataFrame) -> list[tuple[str, int]]:
    return sorted((row.stream, row.offset) for row in table.collect())


def iso(millis: int, hours: int = 0) -> str:
    """The time in a zone so many hours ahead of UTC."""
    utc = datetime.fromtimestamp(millis // 1000, UTC) + timedelta(milliseconds=millis % 1000)
    return utc.astimezone(timezone(timedelta(hours=hours))).isoformat(timespec="milliseconds")


def ago(millis: int) -> str:
    """The time as a distance back from now."""
    return f"-{int(time.time() * 1000) - millis}ms"


def test_a_time_in_any_form_is_where_a_read_begins(spark: SparkSession, timed: Timed) -> None:
    def since(start: str, pieces: int) -> list[tuple[str, int]]:
        table = timed.read(
            spark, startingOffsets="timestamp", startingTimestamp=start, minPartitions=str(pieces)
        )
        assert table.rdd.getNumPartitions() == pieces
        return found(table)

    late, everything = timed.rows(LATE, LATE, LATE), timed.rows(ALL, ALL, ALL)
    assert since(iso(timed.late), 7) == late
    assert since(iso(timed.late, hours=5), 3) == late
    assert since(iso(timed.early + 1, hours=-8), 30) == late
    assert since(ago(timed.early + 500), 8) == late
    assert since("-1h", 7) == everything
    assert since("-7d", 60) == everything


def test_a_time_in_any_form_is_where_a_read_ends(spark: SparkSession, timed: Timed) -> None:
    def until(end: str, pieces: int) -> list[tuple[str, int]]:
        table = timed.read(
            spark, endingOffsets="timestamp", endingTimestamp=end, minPartitions=str(pieces)
        )
        assert table.rdd.getNumPartitions() == pieces
        return found(table)

    early = timed.rows(EARLY, EARLY, EARLY)
    assert until(iso(timed.late), 7) == early
    assert until(iso(timed.late, hours=5), 3) == early
    assert until(iso(timed.early + 1, hours=-8), 30) == early
    assert until(ago(timed.early + 500), 8) == early
    assert until(FAR, 7) == timed.rows(ALL, ALL, ALL)


def test_a_start_and_an_end_may_be_times_of_different_forms(
    spark: SparkSession, timed: Timed
) -> None:
    table = timed.read(
        spark,
        startingOffsets="timestamp",
        startingTimestamp="-1h",
        endingOffsets="timestamp",
        endingTimestamp=iso(timed.late),
        minPartitions="5",
        maxRecordsPerPartition="4",
    )
    assert found(table) == timed.rows(EARLY, EARLY, EARLY)
    # Ten offsets in pieces of four at most.
    assert table.rdd.getNumPartitions() == 9


def test_a_read_that_would_end_before_its_start_in_time_is_empty(
    spark: SparkSession, timed: Timed
) -> None:
    table = timed.read(
        spark,
        startingOffsets="timestamp",
        startingTimestamp=iso(timed.late),
        endingOffsets="timestamp",
        endingTimestamp="-1h",
        minPartitions="5",
    )
    assert found(table) == []


def test_each_stream_may_end_at_a_time_of_its_own(spark: SparkSession, timed: Timed) -> None:
    first, second, third = timed.names
    ends = json.dumps({first: iso(timed.late), second: 0, third: FAR})
    table = timed.read(spark, endingOffsetsByTimestamp=ends, minPartitions="6")
    assert found(table) == timed.rows(EARLY, NONE, ALL)
    assert table.rdd.getNumPartitions() == 6


def test_each_stream_may_begin_and_end_at_times_of_its_own(
    spark: SparkSession, timed: Timed
) -> None:
    first, second, third = timed.names
    starts = json.dumps({first: "-1h", second: timed.early + 1, third: FAR})
    ends = json.dumps({first: timed.late, second: FAR, third: iso(timed.late, hours=1)})
    table = timed.read(
        spark,
        startingOffsetsByTimestamp=starts,
        endingOffsetsByTimestamp=ends,
        minPartitions="4",
    )
    assert found(table) == timed.rows(EARLY, LATE, NONE)
    assert table.rdd.getNumPartitions() == 4


def test_an_end_in_time_that_is_missing_for_a_stream_is_an_error(
    spark: SparkSession, timed: Timed
) -> None:
    first, second, third = timed.names
    with pytest.raises(PySparkException) as raised:
        timed.read(spark, endingOffsetsByTimestamp=json.dumps({first: 0, third: 0})).collect()
    message = str(raised.value)
    assert "[RABBITMQ_STREAMS.INVALID_OPTIONS]" in message
    assert f"says nothing of the stream '{second}'" in message
