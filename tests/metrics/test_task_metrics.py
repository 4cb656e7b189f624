"""What tasks count is shown by Spark, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.plans import metrics_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from support.streams import Stream, SuperStream


def read(spark: SparkSession, target: Stream | SuperStream) -> DataFrame:
    return spark.read.format("rabbitmq_streams").options(**target.options).load()


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
    assert 0 <= int(first) <= int(largest) <= int(waited) < 30_000
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
    assert 250 <= int(metrics["messages read"].replace(",", "")) <= 1_000
