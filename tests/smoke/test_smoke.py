"""The least that must hold on every Spark and every broker."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

    from support.streams import Stream, SuperStream


def read(spark: SparkSession, source: Stream | SuperStream) -> DataFrame:
    return spark.read.format("rabbitmq_streams").options(**source.options).load()


def write(rows: DataFrame, target: Stream | SuperStream, **options: str) -> None:
    writer = rows.write.format("rabbitmq_streams").options(**target.options, **options)
    writer.mode("append").save()


def test_the_columns_of_a_read(spark: SparkSession, stream: Stream) -> None:
    assert read(spark, stream).columns == [
        "value",
        "stream",
        "offset",
        "chunk_timestamp",
        "properties",
        "application_properties",
        "message_annotations",
        "creation_time",
        "routing_key",
    ]


def test_a_read_gives_every_message_with_its_offset(spark: SparkSession, stream: Stream) -> None:
    stream.publish("a", "b", "c")
    rows = read(spark, stream).orderBy("offset").collect()
    assert [(bytes(row.value), row.stream, row.offset) for row in rows] == [
        (b"a", stream.name, 0),
        (b"b", stream.name, 1),
        (b"c", stream.name, 2),
    ]


def test_chunks_were_written_just_now(spark: SparkSession, stream: Stream) -> None:
    stream.publish("a")
    (row,) = read(spark, stream).select("chunk_timestamp").collect()
    age = datetime.now(tz=UTC) - row.chunk_timestamp.astimezone(UTC)
    assert timedelta(seconds=-5) < age < timedelta(minutes=5)


def test_an_empty_stream_has_no_rows(spark: SparkSession, stream: Stream) -> None:
    assert read(spark, stream).collect() == []


def test_counting_needs_no_column(spark: SparkSession, stream: Stream) -> None:
    stream.publish(*(f"message {number}" for number in range(10_000)))
    assert read(spark, stream).count() == 10_000


def test_columns_can_be_chosen_and_filtered(spark: SparkSession, stream: Stream) -> None:
    stream.publish(*(str(number) for number in range(100)))
    chosen = read(spark, stream).where("offset >= 97").selectExpr("offset", "string(value) as v")
    assert sorted(tuple(row) for row in chosen.collect()) == [(97, "97"), (98, "98"), (99, "99")]


def test_a_write_arrives_once_and_unchanged(spark: SparkSession, stream: Stream) -> None:
    write(spark.range(1000).selectExpr("cast(string(id) as binary) as value"), stream)
    assert sorted(stream.values(), key=int) == [b"%d" % number for number in range(1000)]


def test_a_write_is_read_back(spark: SparkSession, stream: Stream) -> None:
    write(spark.range(1000).selectExpr("cast(string(id) as binary) as value"), stream)
    total = read(spark, stream).selectExpr("sum(cast(string(value) as long))").first()
    assert total is not None
    assert total[0] == 499_500


@pytest.mark.parametrize("codec", ["none", "gzip", "snappy", "lz4", "zstd"])
def test_entries_of_every_codec_are_written_and_read(
    spark: SparkSession, stream: Stream, codec: str
) -> None:
    rows = spark.range(250, numPartitions=1).selectExpr(
        "cast(rpad(string(id), 100, ' ') as binary) as value"
    )
    write(rows, stream, subEntrySize="100", compression=codec)
    ours = [b"%-100d" % number for number in range(250)]
    assert stream.values() == ours

    theirs = [b"%-100d" % number for number in range(250, 500)]
    client = stream.broker.client
    client.publish(stream.name, theirs, sub_entry=100, compression=codec.upper())
    found = read(spark, stream).orderBy("offset").collect()
    assert [(row.offset, bytes(row.value)) for row in found] == list(enumerate(ours + theirs))


def test_a_superstream_spreads_and_gathers(spark: SparkSession, superstream: SuperStream) -> None:
    rows = "cast(string(id) as binary) as value", "concat('key-', id % 100) as routing_key"
    write(spark.range(3000).selectExpr(*rows), superstream)
    assert sorted(superstream.values(), key=int) == [b"%d" % number for number in range(3000)]

    stored = read(spark, superstream)
    assert stored.count() == 3000
    assert sorted(row[0] for row in stored.select("stream").distinct().collect()) == sorted(
        partition.name for partition in superstream.partitions
    )
    total = stored.selectExpr("sum(cast(string(value) as long))").first()
    assert total is not None
    assert total[0] == 4_498_500


def test_a_superstream_keeps_a_key_in_one_partition(
    spark: SparkSession, superstream: SuperStream
) -> None:
    rows = (
        "cast(concat('key-', id % 10) as binary) as value",
        "concat('key-', id % 10) as routing_key",
    )
    write(spark.range(1000).selectExpr(*rows), superstream)
    homes = read(spark, superstream).groupBy("value").agg({"stream": "collect_set"}).collect()
    assert len(homes) == 10
    assert [len(home) for _, home in homes] == [1] * 10


def test_a_streaming_query_goes_on_where_it_stopped(
    spark: SparkSession, stream: Stream, superstream: SuperStream, tmp_path: Path
) -> None:
    def copy_what_is_new() -> None:
        rows = spark.readStream.format("rabbitmq_streams").options(**stream.options)
        rows = rows.option("startingOffsets", "earliest").option("maxRecordsPerTrigger", "100")
        keyed = rows.load().selectExpr("value", "string(offset) as routing_key")
        writer = keyed.writeStream.format("rabbitmq_streams").options(**superstream.options)
        writer = writer.option("checkpointLocation", str(tmp_path)).trigger(availableNow=True)
        query = writer.start()
        try:
            assert query.awaitTermination(60), "the query did not end"
        finally:
            query.stop()

    for numbers in range(250), range(250, 300):
        stream.publish(*(str(number) for number in numbers))
        copy_what_is_new()
    assert sorted(superstream.values(), key=int) == [b"%d" % number for number in range(300)]


def test_real_time_classes_load_where_spark_has_the_mode(spark: SparkSession) -> None:
    forms = {
        "4.1": "nextWithTimeout(Long)",
        "4.2": "nextWithTimeout(Long) and nextWithTimeout(Long, Long)",
        "4.3": "nextWithTimeout(Long) and nextWithTimeout(Long, Long)",
    }
    assert spark._jvm is not None
    found = spark._jvm.org.sparkrabbit.SparkFeatures.realTimeReading()
    assert found.orElse(None) == forms.get(spark.version[:3])
