"""A batch read gives what the stream holds: each message once, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.wait import wait_until

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from support.broker import Broker
    from support.streams import Stream, SuperStream


def read(spark: SparkSession, source: Stream | SuperStream) -> DataFrame:
    return spark.read.format("rabbitmq_streams").options(**source.options).load()


def rows(spark: SparkSession, source: Stream | SuperStream) -> list[tuple[str, int, bytes]]:
    found = read(spark, source).select("stream", "offset", "value").collect()
    return sorted((row.stream, row.offset, bytes(row.value)) for row in found)


def held(source: Stream | SuperStream) -> list[tuple[str, int, bytes]]:
    """The same, as the bare client finds it."""
    return sorted((message.stream, message.offset, message.body) for message in source.messages())


@pytest.mark.parametrize("initial", [1, 2, 10, 100])
def test_initial_credits_change_nothing(spark: SparkSession, stream: Stream, initial: int) -> None:
    """A broker stops sending where credit falls to half of what a subscription begins with."""
    stream.broker.client.publish_filtered(stream.name, ["chunk"] * 300)
    reader = spark.read.format("rabbitmq_streams").options(**stream.options)
    reader = reader.options(initialCredits=str(initial), maxWaitMs="5000")
    assert [row.offset for row in reader.load().select("offset").collect()] == [*range(300)]


def test_stored_offsets_behind_the_last_message_are_not_waited_for(
    spark: SparkSession, broker: Broker, stream: Stream
) -> None:
    stream.publish(*map(str, range(100)))
    store_offsets(broker, stream, 5)
    assert [offset for _, offset, _ in rows(spark, stream)] == list(range(100))


def test_offsets_that_were_never_messages_are_stepped_over(
    spark: SparkSession, broker: Broker, stream: Stream
) -> None:
    stream.publish(*map(str, range(100)))
    store_offsets(broker, stream, 5)
    stream.publish(*map(str, range(100, 110)))
    found = rows(spark, stream)
    assert [value for *_, value in found] == [b"%d" % number for number in range(110)]
    assert [offset for _, offset, _ in found] == [*range(100), *range(105, 115)]
    assert found == held(stream)


def store_offsets(broker: Broker, stream: Stream, times: int) -> None:
    for offset in range(times):
        broker.client.environment.storeOffset("somebody", stream.name, offset)


def test_a_stream_that_retention_has_cut_is_read_from_its_first_message(
    spark: SparkSession, broker: Broker
) -> None:
    with broker.stream(max_bytes=1_000_000, segment_bytes=500_000) as stream:
        publish_until_cut(stream)
        found = rows(spark, stream)
        assert found == held(stream)
        assert found[0][1] > 0


def publish_until_cut(stream: Stream) -> None:
    def cut() -> bool:
        stream.publish(*(b"x" * 1000 for _ in range(500)))
        return stream.broker.client.first_offset(stream.name) > 0

    wait_until(cut, 60, f"retention of {stream.name}")


@pytest.mark.parametrize("compression", ["NONE", "GZIP", "SNAPPY", "LZ4", "ZSTD"])
def test_messages_of_sub_entries_are_read_one_by_one(
    spark: SparkSession, stream: Stream, compression: str
) -> None:
    values = [b"%d " % number * (number % 50) for number in range(5000)]
    stream.broker.client.publish(stream.name, values, sub_entry=100, compression=compression)
    assert [value for *_, value in rows(spark, stream)] == values
    assert read(spark, stream).count() == 5000


def test_plain_and_batched_messages_stand_side_by_side(spark: SparkSession, stream: Stream) -> None:
    client = stream.broker.client
    stream.publish("a", "b")
    client.publish(stream.name, [b"c", b"d", b"e"], sub_entry=2, compression="GZIP")
    stream.publish("f")
    client.publish(stream.name, [b"g", b"h", b"i"], sub_entry=2, compression="NONE")
    assert b"".join(value for *_, value in rows(spark, stream)) == b"abcdefghi"


@pytest.mark.parametrize("size", [0, 1, 255, 256, 100_000, 1_000_000])
def test_a_body_of_any_size_arrives_whole(spark: SparkSession, stream: Stream, size: int) -> None:
    body = bytes(number % 251 for number in range(size))
    stream.publish(body, b"after")
    assert [value for *_, value in rows(spark, stream)] == [body, b"after"]


def test_the_timestamp_is_that_of_the_chunk(spark: SparkSession, stream: Stream) -> None:
    stream.publish("a")
    (message,) = stream.messages()
    (row,) = read(spark, stream).selectExpr("unix_millis(chunk_timestamp) as millis").collect()
    assert row.millis == message.timestamp


def test_a_superstream_is_read_whole_though_partitions_are_empty(
    spark: SparkSession, superstream: SuperStream
) -> None:
    superstream.publish(*(("one-key", str(number)) for number in range(10)))
    assert rows(spark, superstream) == held(superstream)
    assert len({stream for stream, *_ in held(superstream)}) == 1


def test_a_read_that_is_repeated_sees_what_came_since(spark: SparkSession, stream: Stream) -> None:
    stream.publish("a")
    assert read(spark, stream).count() == 1
    stream.publish("b")
    assert read(spark, stream).count() == 2


def test_a_stream_joined_with_itself(spark: SparkSession, stream: Stream) -> None:
    stream.publish(*map(str, range(1000)))
    table = read(spark, stream)
    assert table.alias("a").join(table.alias("b"), "offset").count() == 1000


def test_a_limit_ends_the_read(spark: SparkSession, stream: Stream) -> None:
    stream.publish(*map(str, range(10_000)))
    assert [row.offset for row in read(spark, stream).limit(3).collect()] == [0, 1, 2]


def test_columns_that_nobody_asked_for_are_not_read(
    spark: SparkSession, stream: Stream, capfd: pytest.CaptureFixture[str]
) -> None:
    capfd.readouterr()
    read(spark, stream).select("offset").explain()
    plan = capfd.readouterr().out
    assert f"rabbitmq_streams stream={stream.name}" in plan
    assert "value#" not in plan
