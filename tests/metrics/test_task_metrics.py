"""What tasks count is shown by Spark, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.plans import metrics_of, output_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from support.broker import Broker
    from support.streams import Stream, SuperStream


def read(spark: SparkSession, target: Stream | SuperStream) -> DataFrame:
    return spark.read.format("rabbitmq_streams").options(**target.options).load()


def milliseconds(text: str) -> int:
    return int(text.replace(",", ""))


def test_a_read_counts_messages_and_their_bytes(spark: SparkSession, stream: Stream) -> None:
    stream.publish(*(b"%04d" % number for number in range(1_000)))
    with metrics_of(spark) as metrics:
        assert len(read(spark, stream).collect()) == 1_000
    assert metrics["messages read"] == "1,000"
    # A body of four bytes takes nine as an AMQP message.
    assert metrics["size of messages read (bytes)"] == "9,000"
    assert int(metrics["chunks read"]) >= 1
    assert metrics["reading resumed"] == "0"
    assert metrics["offsets gone before they were read"] == "0"
    assert metrics["times that data was lost"] == "0"


def test_times_of_a_read_are_shown(spark: SparkSession, stream: Stream) -> None:
    stream.publish("one", "two")
    with metrics_of(spark) as metrics:
        assert len(read(spark, stream).collect()) == 2
    first, _, largest = metrics["time until the first chunk (ms)"].partition(", at most ")
    waited = metrics["time waiting for chunks (ms)"]
    assert 0 <= milliseconds(first) <= milliseconds(largest) <= milliseconds(waited) < 30_000
    assert metrics["estimated time making rows (ms)"] == "0"


def test_tasks_of_partitions_add_up(spark: SparkSession, superstream: SuperStream) -> None:
    superstream.publish(*((f"key {number}", b"%03d" % number) for number in range(300)))
    with metrics_of(spark) as metrics:
        assert len(read(spark, superstream).collect()) == 300
    assert metrics["messages read"] == "300"


def test_one_task_that_reads_several_partitions_counts_all_of_them(
    spark: SparkSession, superstream: SuperStream
) -> None:
    superstream.publish(*((f"key {number}", b"%03d" % number) for number in range(300)))
    with metrics_of(spark) as metrics:
        assert len(read(spark, superstream).coalesce(1).collect()) == 300
    assert metrics["messages read"] == "300"


def test_a_read_that_stops_early_counts_what_it_took(spark: SparkSession, stream: Stream) -> None:
    stream.publish(*(b"%04d" % number for number in range(1_000)))
    with metrics_of(spark) as metrics:
        assert len(read(spark, stream).limit(250).collect()) == 250
    assert metrics["messages read"] == "250"


def write(rows: DataFrame, target: Stream | SuperStream, **options: str) -> None:
    writer = rows.write.format("rabbitmq_streams").options(**target.options, **options)
    writer.mode("append").save()


def test_a_write_counts_messages_bytes_and_confirms(spark: SparkSession, stream: Stream) -> None:
    rows = spark.range(1_000, numPartitions=2).selectExpr(
        "cast(format_string('%04d', id) as binary) as value"
    )
    with metrics_of(spark) as metrics:
        write(rows, stream)
    assert metrics["messages written"] == "1,000"
    assert metrics["size of messages written (bytes)"] == "9,000"
    if not spark.version.startswith("3."):
        # Spark 3.5 looks at the metrics before the confirms are there.
        assert metrics["messages confirmed"] == "1,000"
    assert metrics["messages refused"] == "0"
    assert metrics["writing resumed"] == "0"
    assert len(stream.values()) == 1_000


def test_times_of_a_write_are_shown(spark: SparkSession, stream: Stream) -> None:
    rows = spark.range(2_000, numPartitions=1).selectExpr("cast('a' as binary) as value")
    with metrics_of(spark) as metrics:
        write(rows, stream, maxInFlight="10")
    average, _, largest = metrics["time until a message is confirmed (ms)"].partition(", at most ")
    assert average == largest
    assert milliseconds(average) < 10_000
    assert 0 < milliseconds(metrics["time waiting for room (ms)"]) < 60_000
    assert 0 <= milliseconds(metrics["time waiting for the last confirms (ms)"]) < 60_000


def test_rows_that_wait_for_a_fuller_entry_take_room_like_others(
    spark: SparkSession, broker: Broker
) -> None:
    """60 MB, of which no partition gets as much as one entry may have."""
    rows = spark.range(6_000, numPartitions=1).selectExpr(
        "cast(repeat('a', 10000) as binary) as value", "string(id) as routing_key"
    )
    with broker.superstream(partitions=100) as superstream:
        with metrics_of(spark) as metrics:
            write(rows, superstream, subEntrySize="65535", maxInFlight="100000")
        assert milliseconds(metrics["time waiting for room (ms)"]) > 0
        assert read(spark, superstream).count() == 6_000


def test_spark_shows_what_was_written_as_the_output_of_the_stage(
    spark: SparkSession, stream: Stream
) -> None:
    rows = spark.range(300, numPartitions=2).selectExpr("cast('a' as binary) as value")
    with output_of(spark) as output:
        write(rows, stream)
    assert output == {"records": 300, "bytes": 300 * 6}
