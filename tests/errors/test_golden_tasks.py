"""What tasks say when the stream changes under them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.failures import Golden, table, write
from support.gates import Gate
from support.wait import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import Row, SparkSession

    from support.broker import Broker
    from support.streams import Stream


def test_a_stream_that_is_deleted_before_it_is_read(
    spark: SparkSession, golden: Golden, stream: Stream
) -> None:
    stream.publish("one")
    planned = table(spark, **stream.options).rdd
    assert planned.getNumPartitions() == 1
    stream.delete()
    golden(planned.count, stream=stream.name)


def test_a_stream_that_is_deleted_while_it_is_read(
    spark: SparkSession, golden: Golden, stream: Stream, tmp_path: Path
) -> None:
    # Far more than a reader and the sockets on its way hold.
    stream.publish(*(b"x" * 10_000 for _ in range(10_000)))
    gate = Gate(tmp_path)
    wait = gate.for_task()

    def slowly(row: Row) -> int:
        if row.offset == 1:
            wait()
        return int(row.offset)

    rows = table(spark, **stream.options).select("offset", "value").rdd.map(slowly)
    with gate.at_the_gate(stream.delete):
        golden(rows.collect, stream=stream.name)


def test_a_stream_that_is_deleted_while_it_is_written(
    spark: SparkSession, golden: Golden, stream: Stream, tmp_path: Path
) -> None:
    gate = Gate(tmp_path)
    wait = gate.for_task()

    def slowly(number: int) -> tuple[bytes]:
        if number == 50_000:
            wait()
        return (b"x",)

    def delete_what_is_written() -> None:
        # Python is ahead of the writer by what lies between them.
        client = stream.broker.client
        wait_until(lambda: client.last_offset(stream.name) is not None, 60, "written rows")
        stream.delete()

    rows = spark.sparkContext.parallelize(range(100_000), 1).map(slowly)
    with gate.at_the_gate(delete_what_is_written):
        golden(
            lambda: write(spark.createDataFrame(rows, "value binary"), **stream.options),
            counts=True,
            stream=stream.name,
        )


def test_a_chunk_that_is_damaged_on_the_disk_of_the_broker(
    spark: SparkSession, golden: Golden, broker: Broker, stream: Stream
) -> None:
    for text in ("before", "fragile", "after"):
        stream.publish(text)
    broker.damage(stream.name, "fragile")
    golden(table(spark, **stream.options).collect, stream=stream.name)
    golden(table(spark, **stream.options).select("value").collect, stream=stream.name)
    golden(table(spark, **stream.options).groupBy().count().collect, stream=stream.name)
    for offset, value in ((0, b"before"), (2, b"after")):
        rest = table(spark, **stream.options).where(f"offset = {offset}")
        assert [row.value for row in rest.collect()] == [value]


def test_messages_that_retention_removed_before_they_were_read(
    spark: SparkSession, golden: Golden, broker: Broker
) -> None:
    with broker.stream(max_bytes=1_000_000, segment_bytes=500_000) as stream:
        stream.publish("one", "two")
        planned = table(spark, **stream.options).rdd
        assert planned.getNumPartitions() == 1

        def is_gone() -> bool:
            stream.publish(*(b"x" * 100_000 for _ in range(10)))
            return broker.client.first_offset(stream.name) > 2

        wait_until(is_gone, 60, "messages removed by retention")
        golden(planned.count, counts=True, stream=stream.name)
