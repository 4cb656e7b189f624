"""Predicates on offset, stream and chunk_timestamp narrow what is read, and Spark still checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import functions as sql

from support.plans import metrics_of
from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import DataFrame, SparkSession

    from support.broker import Broker
    from support.streams import Stream, SuperStream


def read(spark: SparkSession, source: Stream | SuperStream, **options: str) -> DataFrame:
    return spark.read.format("rabbitmq_streams").options(**source.options, **options).load()


def offsets(frame: DataFrame) -> list[int]:
    return sorted(row.offset for row in frame.select("offset").collect())


@pytest.mark.parametrize(
    ("predicate", "expected", "read_messages"),
    [
        ("offset = 7", [7], "1"),
        ("offset <=> 7", [7], "1"),
        ("7 = offset", [7], "1"),
        ("offset < 3", [0, 1, 2], "3"),
        ("offset <= 3", [0, 1, 2, 3], "4"),
        ("offset > 997", [998, 999], "2"),
        ("offset >= 997", [997, 998, 999], "3"),
        ("997 < offset", [998, 999], "2"),
        ("offset between 10 and 12", [10, 11, 12], "3"),
        ("offset in (3, 900)", [3, 900], "898"),
        ("offset = 3 or offset = 900", [3, 900], "898"),
        ("offset >= 990 and offset % 5 = 0", [990, 995], "10"),
        ("offset < 5 and cast(value as string) = '003'", [3], "5"),
        ("(offset > 10 and offset < 13) or (offset > 15 and offset < 17)", [11, 12, 16], "6"),
        ("offset < 3 and stream <> 'other'", [0, 1, 2], "3"),
        ("offset % 500 = 0", [0, 500], "1,000"),
        ("offset < 2 or cast(value as string) = '777'", [0, 1, 777], "1,000"),
        ("not (offset >= 2)", [0, 1], "2"),
        ("cast(offset as string) = '7'", [7], "1,000"),
    ],
)
def test_a_predicate_on_offsets_narrows_what_is_read(
    spark: SparkSession,
    numbered: Stream,
    predicate: str,
    expected: list[int],
    read_messages: str,
) -> None:
    with metrics_of(spark) as metrics:
        assert offsets(read(spark, numbered).where(predicate)) == expected
    assert metrics["messages read"] == read_messages


def test_many_choices_narrow_as_few_do(spark: SparkSession, numbered: Stream) -> None:
    choices = range(100, 200, 2)
    with metrics_of(spark) as metrics:
        found = offsets(read(spark, numbered).where(sql.col("offset").isin(*choices)))
    assert found == list(choices)
    assert metrics["messages read"] == "99"


def test_offsets_that_do_not_exist_are_not_waited_for(spark: SparkSession, stream: Stream) -> None:
    stream.publish("a", "b", "c")
    table = read(spark, stream, maxWaitMs="2000")
    assert offsets(table.where("offset < 1000000")) == [0, 1, 2]
    assert offsets(table.where("offset between 2 and 5")) == [2]
    assert table.where("offset > 1000000").rdd.getNumPartitions() == 0


def test_positions_of_options_and_of_predicates_intersect(
    spark: SparkSession, numbered: Stream
) -> None:
    table = read(
        spark,
        numbered,
        startingOffsets="offset",
        startingOffset="100",
        endingOffsets="offset",
        endingOffset="110",
    )
    assert offsets(table.where("offset >= 105")) == [105, 106, 107, 108, 109]
    assert offsets(table.where("offset < 103")) == [100, 101, 102]
    assert offsets(table.where("offset >= 110")) == []


def test_a_narrowed_range_is_split_like_any_other(spark: SparkSession, numbered: Stream) -> None:
    table = read(spark, numbered, minPartitions="4").where("offset >= 900")
    assert table.rdd.getNumPartitions() == 4
    assert offsets(table) == [*range(900, 1_000)]


@pytest.mark.parametrize(
    "predicate",
    [
        "offset < 0",
        "offset < 5 and offset > 7",
        "offset in (1, 2) and offset > 7",
        "stream = 'a' and stream = 'b'",
        "chunk_timestamp < '2026-01-01' and chunk_timestamp > '2026-02-01'",
    ],
)
def test_a_contradiction_gives_nothing_and_asks_nobody(spark: SparkSession, predicate: str) -> None:
    nobody = {"endpoints": "127.0.0.1:1", "stream": "orders", "connectionTimeoutMs": "1000"}
    table = spark.read.format("rabbitmq_streams").options(**nobody).load().where(predicate)
    assert table.rdd.getNumPartitions() == 0
    assert table.collect() == []


def test_a_predicate_on_the_stream_plans_only_those_that_it_names(
    spark: SparkSession, superstream: SuperStream
) -> None:
    for partition in superstream.partitions:
        partition.publish("a", "b")
    first, second, third = superstream.stream_names
    table = read(spark, superstream)

    def planned(predicate: str) -> tuple[int, list[tuple[str, int]]]:
        found = table.where(predicate)
        rows = found.select("stream", "offset").collect()
        return found.rdd.getNumPartitions(), sorted((row.stream, row.offset) for row in rows)

    assert planned("true")[0] == 3
    assert planned(f"stream = '{second}'") == (1, [(second, 0), (second, 1)])
    assert planned(f"stream in ('{first}', '{third}') and offset = 1") == (
        2,
        [(first, 1), (third, 1)],
    )
    assert planned(f"stream = '{first}' or stream = '{third}' and offset = 1") == (
        2,
        [(first, 0), (first, 1), (third, 1)],
    )
    assert planned("stream = 'nowhere'") == (0, [])


def test_times_narrow_with_five_minutes_on_each_side(spark: SparkSession, numbered: Stream) -> None:
    table = read(spark, numbered)

    def planned(predicate: str) -> tuple[int, int]:
        found = table.where(predicate)
        return found.rdd.getNumPartitions(), found.count()

    assert planned("chunk_timestamp > current_timestamp() - interval 1 hour") == (1, 1_000)
    assert planned("chunk_timestamp < current_timestamp() + interval 1 hour") == (1, 1_000)
    # A clock may be wrong, and Spark decides.
    assert planned("chunk_timestamp > current_timestamp() + interval 3 minutes") == (1, 0)
    assert planned("chunk_timestamp < current_timestamp() - interval 3 minutes") == (1, 0)
    assert planned("chunk_timestamp > current_timestamp() + interval 7 minutes") == (0, 0)
    assert planned("chunk_timestamp < current_timestamp() - interval 7 minutes") == (0, 0)
    assert planned("chunk_timestamp < '1969-12-31'") == (0, 0)


def test_a_predicate_on_one_time_finds_its_chunk(spark: SparkSession, numbered: Stream) -> None:
    table = read(spark, numbered)
    times: dict[object, list[int]] = {}
    for row in table.select("offset", "chunk_timestamp").orderBy("offset").collect():
        times.setdefault(row.chunk_timestamp, []).append(row.offset)
    for time, expected in times.items():
        assert offsets(table.where(sql.col("chunk_timestamp") == sql.lit(time))) == expected


def test_an_empty_stream_has_no_time(spark: SparkSession, stream: Stream) -> None:
    table = read(spark, stream)
    assert offsets(table.where("chunk_timestamp > '2026-01-01'")) == []
    assert offsets(table.where("chunk_timestamp < '2026-01-01'")) == []


@pytest.fixture
def cut(broker: Broker) -> Iterator[Stream]:
    """A stream whose first messages retention has removed."""
    with broker.stream(max_bytes=1_000_000, segment_bytes=500_000) as stream:

        def removed() -> bool:
            stream.publish(*(b"x" * 1000 for _ in range(500)))
            return stream.broker.client.first_offset(stream.name) > 10

        wait_until(removed, 60, f"retention of {stream.name}")
        yield stream


def test_a_predicate_on_what_is_gone_is_no_loss_unless_it_was_asked_for_by_position(
    spark: SparkSession, cut: Stream
) -> None:
    first = cut.broker.client.first_offset(cut.name)
    kept = [message.offset for message in cut.messages()]
    assert offsets(read(spark, cut).where("offset >= 5")) == kept

    from_three = read(spark, cut, startingOffsets="offset", startingOffset="3")
    with pytest.raises((PySparkException, Py4JJavaError)) as raised:
        from_three.where("offset >= 5").collect()
    assert f"offsets 5 to {first - 1} are gone" in str(raised.value)
    assert offsets(from_three.where(f"offset >= {first}")) == kept
    assert offsets(from_three.where("offset < 3")) == []
