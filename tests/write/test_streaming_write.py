"""A streaming query writes what each of its batches brings."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pyspark import TaskContext
from pyspark.sql.functions import udf

from support.failures import failure

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.streaming.readwriter import DataStreamWriter

    from support.broker import Broker
    from support.streams import Stream, SuperStream

FORMAT = "rabbitmq_streams"


def table_of(spark: SparkSession, source: Stream, **options: str) -> DataFrame:
    reader = spark.readStream.format(FORMAT).options(**source.options, **options)
    return reader.option("startingOffsets", "earliest").load()


def writer_to(
    sink: Stream | SuperStream, rows: DataFrame, checkpoint: Path, mode: str = "append"
) -> DataStreamWriter:
    writer = rows.writeStream.format(FORMAT).options(**sink.options).outputMode(mode)
    return writer.option("checkpointLocation", str(checkpoint)).trigger(availableNow=True)


def run(writer: DataStreamWriter) -> None:
    query = writer.start()
    try:
        assert query.awaitTermination(90), "the query did not end"
    finally:
        query.stop()


def test_a_restarted_pipeline_writes_each_row_once(
    spark: SparkSession, broker: Broker, stream: Stream, tmp_path: Path
) -> None:
    with broker.stream() as copy:
        stream.publish("a", "b")
        run(writer_to(copy, table_of(spark, stream).select("value"), tmp_path))
        stream.publish("c")
        run(writer_to(copy, table_of(spark, stream).select("value"), tmp_path))
        assert copy.values() == [b"a", b"b", b"c"]


def test_a_stream_is_spread_over_a_super_stream(
    spark: SparkSession, stream: Stream, superstream: SuperStream, tmp_path: Path
) -> None:
    stream.publish(*(f"row {number}" for number in range(300)))
    rows = table_of(spark, stream).selectExpr("value", "cast(offset as string) as routing_key")
    run(writer_to(superstream, rows, tmp_path))
    assert sorted(superstream.values()) == sorted(stream.values())
    assert all(partition.values() for partition in superstream.partitions)


def test_updated_rows_are_appended(
    spark: SparkSession, broker: Broker, stream: Stream, tmp_path: Path
) -> None:
    def counts() -> DataFrame:
        counted = table_of(spark, stream).groupBy("value").count()
        return counted.selectExpr(
            "cast(concat(cast(value as string), ' ', count) as binary) as value"
        )

    with broker.stream() as sink:
        stream.publish("a", "a", "b")
        run(writer_to(sink, counts(), tmp_path, "update"))
        stream.publish("a")
        run(writer_to(sink, counts(), tmp_path, "update"))
        assert sorted(sink.values()[:2]) == [b"a 2", b"b 1"]
        assert sink.values()[2:] == [b"a 3"]


def test_the_output_mode_complete_is_refused(
    spark: SparkSession, broker: Broker, stream: Stream, tmp_path: Path
) -> None:
    counted = table_of(spark, stream).groupBy("value").count().select("value")
    with broker.stream() as sink:
        writer = writer_to(sink, counted, tmp_path, "complete")
        assert "[RABBITMQ_STREAMS.APPEND_ONLY]" in str(failure(lambda: run(writer)))
        assert sink.values() == []


def test_a_missing_stream_ends_the_query(
    spark: SparkSession, broker: Broker, stream: Stream, tmp_path: Path
) -> None:
    stream.publish("a")
    with broker.stream() as gone:
        writer = writer_to(gone, table_of(spark, stream).select("value"), tmp_path)
    assert "[RABBITMQ_STREAMS.STREAM_NOT_FOUND]" in str(failure(lambda: run(writer)))


def test_each_task_of_each_batch_has_a_name_of_its_own(
    spark: SparkSession, broker: Broker, stream: Stream, tmp_path: Path
) -> None:
    @udf("string")
    def task() -> str:
        context = TaskContext.get()
        assert context is not None
        return f"orders-p{context.partitionId()}-t{context.taskAttemptId()}"

    def copy_what_is_new() -> None:
        rows = table_of(spark, stream, minPartitions="2").select(task().alias("task"))
        rows = rows.selectExpr("cast(task as binary) as value")
        run(writer_to(sink, rows, tmp_path).option("producerName", "orders"))

    with broker.stream() as sink:
        for _ in range(2):
            stream.publish(*(f"row {number}" for number in range(100)))
            copy_what_is_new()
        written = Counter(value.decode() for value in sink.values())
        assert [name.rpartition("-t")[0] for name in sorted(written)] == [
            *("orders-p0", "orders-p0"),
            *("orders-p1", "orders-p1"),
        ]
        assert written.total() == 200
        client = broker.client
        assert written == {name: client.last_publishing_id(sink.name, name) for name in written}
