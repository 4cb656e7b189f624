"""Without the options stream and superstream, each row goes to the stream that it names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.broker import unique
from support.failures import failure, ours, table
from support.gates import Gate
from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

    from support.broker import Broker
    from support.streams import Stream, SuperStream
    from write.conftest import Rows


@pytest.fixture
def other(broker: Broker) -> Iterator[Stream]:
    with broker.stream(unique("other")) as stream:
        yield stream


def write(rows: DataFrame, broker: Broker, **options: str) -> None:
    writer = rows.write.format("rabbitmq_streams").options(**broker.options, **options)
    writer.mode("append").save()


def told(rows: DataFrame, broker: Broker, **options: str) -> str:
    return ours(failure(lambda: write(rows, broker, **options)))


def test_each_row_goes_to_the_stream_that_it_names(
    rows: Rows, broker: Broker, stream: Stream, other: Stream
) -> None:
    turns = [(b"%d" % number, [stream, other][number % 2].name) for number in range(1000)]
    write(rows("value binary, stream string", *turns), broker)
    assert stream.values() == [b"%d" % number for number in range(0, 1000, 2)]
    assert other.values() == [b"%d" % number for number in range(1, 1000, 2)]


def test_all_else_of_a_row_is_written_as_to_one_stream(
    spark: SparkSession, broker: Broker, stream: Stream
) -> None:
    row = spark.sql(
        f"select x'61' as value, '{stream.name}' as STREAM, 'key' as routing_key,"
        " map('a', '1') as application_properties, named_struct('subject', 's') as properties"
    )
    write(row, broker)
    (message,) = stream.messages()
    assert message.application_properties == {"a": "1", "routing_key": "key"}
    (read,) = table(spark, **stream.options).collect()
    assert (bytes(read.value), read.properties.subject, read.stream) == (b"a", "s", stream.name)


def test_what_is_read_goes_back_to_where_it_was_read(
    spark: SparkSession, broker: Broker, superstream: SuperStream
) -> None:
    superstream.publish(*((f"key {number}", b"%d" % number) for number in range(100)))
    before = {partition.name: partition.values() for partition in superstream.partitions}
    kept = table(spark, **superstream.options).drop("offset", "chunk_timestamp").cache()
    assert kept.count() == 100
    write(kept, broker)
    after = {partition.name: partition.values() for partition in superstream.partitions}
    assert after == {name: values + values for name, values in before.items()}


def test_many_tasks_share_their_streams(spark: SparkSession, broker: Broker) -> None:
    with broker.superstream(partitions=5) as made:
        names = ", ".join(f"'{name}'" for name in made.stream_names)
        rows = spark.range(5_000, numPartitions=10).selectExpr(
            "cast(string(id) as binary) as value", f"array({names})[id % 5] as stream"
        )
        write(rows, broker)
        for place, partition in enumerate(made.partitions):
            assert sorted(map(int, partition.values())) == list(range(place, 5_000, 5))


def test_more_streams_than_are_kept_open_lose_nothing(spark: SparkSession, broker: Broker) -> None:
    with broker.superstream(partitions=230) as made:
        names = ", ".join(f"'{name}'" for name in made.stream_names)
        rows = spark.range(690, numPartitions=1).selectExpr(
            "cast(string(id) as binary) as value", f"array({names})[id % 230] as stream"
        )
        write(rows, broker)
        for place, partition in enumerate(made.partitions):
            assert partition.values() == [b"%d" % (place + turn * 230) for turn in range(3)]


def test_a_named_producer_is_known_to_each_stream(
    rows: Rows, broker: Broker, stream: Stream, other: Stream
) -> None:
    given = rows(
        "value binary, stream string, publishing_id bigint",
        (b"one", stream.name, 1),
        (b"two", other.name, 2),
        (b"three", stream.name, 3),
    )
    write(given, broker, producerName=unique("numbered"))
    assert (stream.values(), other.values()) == ([b"one", b"three"], [b"two"])


@pytest.mark.parametrize("name", [None, "", " "])
def test_a_row_that_names_no_stream_is_told(
    rows: Rows, broker: Broker, stream: Stream, name: str | None
) -> None:
    given = rows("value binary, stream string", (b"one", stream.name), (b"two", name))
    shown = "null" if name is None else f"'{name}'"
    assert told(given, broker) == (
        "[INVALID_ROW] Row 2 of this task cannot be written to the stream of each row: its column"
        f" stream is {shown}, and neither the option stream nor superstream is set; filter such"
        " rows out, or name their stream. Rows that this task sent before it are visible to"
        " consumers, or may become so."
    )
    assert stream.values() == [b"one"]


def test_a_row_whose_stream_is_missing_is_told(rows: Rows, broker: Broker, stream: Stream) -> None:
    given = rows("value binary, stream string", (b"one", stream.name), (b"two", "no-such-stream"))
    assert told(given, broker) == (
        "[STREAM_NOT_FOUND] Row 2 of this task names the stream 'no-such-stream' in its column"
        " stream, and there is none of this name. Check the column and the option vhost, or create"
        " the stream first. The name of a super stream is not one of a stream. Rows that this task"
        " sent before it are visible to consumers, or may become so."
    )
    assert stream.values() == [b"one"]


def test_a_super_stream_is_not_a_stream(
    rows: Rows, broker: Broker, superstream: SuperStream
) -> None:
    message = told(rows("value binary, stream string", (b"one", superstream.name)), broker)
    assert message.startswith("[STREAM_NOT_FOUND] Row 1 of this task names the stream")
    assert superstream.values() == []


def test_a_row_that_cannot_be_a_message_is_named_with_its_stream(
    rows: Rows, broker: Broker, stream: Stream
) -> None:
    message = told(rows("value binary, stream string", (None, stream.name)), broker)
    assert f"Row 1 of this task cannot be written to stream={stream.name}: value is null" in message


def test_who_may_not_write_to_a_stream_is_told(rows: Rows, broker: Broker, stream: Stream) -> None:
    reader = stream.broker.add_user(unique("reader"), "p", write="", configure="")
    login = {"username": reader.username, "password": reader.password}
    writer = rows("value binary, stream string", (b"one", stream.name)).write
    writer = writer.format("rabbitmq_streams").options(**{**broker.options, **login})
    assert "[ACCESS_REFUSED]" in ours(failure(lambda: writer.mode("append").save()))
    assert stream.values() == []


def test_without_the_column_the_options_must_name_a_target(rows: Rows, broker: Broker) -> None:
    assert told(rows("value binary", (b"one",)), broker) == (
        "[INVALID_OPTIONS] The options cannot be used:\n  - set stream or superstream; or give the"
        " rows a column stream, which names the stream that each of them goes to"
    )


def test_a_read_needs_a_target(spark: SparkSession, broker: Broker) -> None:
    wanting = (
        "[INVALID_OPTIONS] The options cannot be used:\n  - set stream or superstream: a read needs"
        " to be told what to read"
    )
    assert ours(failure(lambda: table(spark, **broker.options).count())) == wanting
    reader = spark.readStream.format("rabbitmq_streams").options(**broker.options)
    writer = reader.load().writeStream.format("noop")
    assert ours(failure(lambda: writer.start().awaitTermination(60))).startswith(wanting)


def test_a_streaming_query_spreads_its_rows(
    spark: SparkSession, broker: Broker, stream: Stream, other: Stream, tmp_path: Path
) -> None:
    stream.publish(*(b"%d" % number for number in range(10)))
    with broker.stream(unique("copy")) as copy:
        source = spark.readStream.format("rabbitmq_streams").options(**stream.options)
        rows = source.option("startingOffsets", "earliest").load()
        rows = rows.selectExpr(
            "value", f"if(offset % 2 = 0, '{other.name}', '{copy.name}') as stream"
        )
        writer = rows.writeStream.format("rabbitmq_streams").options(**broker.options)
        writer = writer.option("checkpointLocation", str(tmp_path)).trigger(availableNow=True)
        query = writer.start()
        try:
            assert query.awaitTermination(90)
        finally:
            query.stop()
        assert other.values() == [b"%d" % number for number in range(0, 10, 2)]
        assert copy.values() == [b"%d" % number for number in range(1, 10, 2)]


def test_a_stream_that_is_deleted_once_its_rows_are_confirmed_hinders_no_row_of_others(
    spark: SparkSession, broker: Broker, stream: Stream, other: Stream, tmp_path: Path
) -> None:
    gate = Gate(tmp_path)
    wait = gate.for_task()
    done, kept = stream.name, other.name

    def slowly(number: int) -> tuple[bytes, str]:
        if number == 50_000:
            wait()
        return b"%d" % number, done if number == 0 else kept

    def delete_what_is_confirmed() -> None:
        # Python is ahead of the writer by what lies between them.
        client = broker.client
        wait_until(lambda: client.last_offset(done) is not None, 60, "the written row")
        stream.delete()

    turns = spark.sparkContext.parallelize(range(100_000), 1).map(slowly)
    with gate.at_the_gate(delete_what_is_confirmed):
        write(spark.createDataFrame(turns, "value binary, stream string"), broker)
    assert other.values() == [b"%d" % number for number in range(1, 100_000)]
