"""A limit ends a read as soon as it is reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.plans import metrics_of, scan_of

if TYPE_CHECKING:
    import pytest
    from pyspark.sql import DataFrame, SparkSession

    from support.proxy import Proxy
    from support.streams import Stream, SuperStream


def read(spark: SparkSession, source: Stream | SuperStream, **options: str) -> DataFrame:
    return spark.read.format("rabbitmq_streams").options(**source.options, **options).load()


def test_a_limit_reads_so_many_messages(spark: SparkSession, numbered: Stream) -> None:
    limited = read(spark, numbered).select("offset").limit(5)
    with metrics_of(spark) as metrics:
        assert [row.offset for row in limited.collect()] == [0, 1, 2, 3, 4]
    assert metrics["messages read"] == "5"
    assert ", PushedLimit: 5, " in scan_of(limited)


def test_the_head_of_a_table_reads_so_many_messages(spark: SparkSession, numbered: Stream) -> None:
    with metrics_of(spark) as metrics:
        assert [row.offset for row in read(spark, numbered).head(3)] == [0, 1, 2]
    assert metrics["messages read"] == "3"


def test_what_is_shown_is_all_that_is_read(
    spark: SparkSession, numbered: Stream, capsys: pytest.CaptureFixture[str]
) -> None:
    with metrics_of(spark) as metrics:
        read(spark, numbered).selectExpr("offset", "cast(value as string)").show(4)
    assert "|     3|  003|" in capsys.readouterr().out
    # Spark looks for one more, to say whether there are any.
    assert metrics["messages read"] == "5"


def test_each_task_of_a_limit_ends_after_so_many(
    spark: SparkSession, superstream: SuperStream
) -> None:
    for partition in superstream.partitions:
        partition.publish(*map(str, range(100)))
    with metrics_of(spark) as metrics:
        rows = read(spark, superstream).limit(7)
        rows.write.format("noop").mode("overwrite").save()
    assert metrics["messages read"] == "21"


def test_rows_that_are_skipped_count_for_a_limit(spark: SparkSession, numbered: Stream) -> None:
    found = read(spark, numbered).select("offset").offset(3).limit(2)
    assert ", PushedLimit: 5, " in scan_of(found)
    assert [row.offset for row in found.collect()] == [3, 4]


def test_a_limit_of_more_than_there_is_gives_what_there_is(
    spark: SparkSession, numbered: Stream
) -> None:
    assert len(read(spark, numbered).limit(5_000).collect()) == 1_000


def test_a_limit_counts_rows_after_a_filter(spark: SparkSession, numbered: Stream) -> None:
    found = read(spark, numbered).where("offset % 100 = 99").select("offset").limit(3)
    assert [row.offset for row in found.collect()] == [99, 199, 299]
    assert "PushedLimit" not in scan_of(found)


def test_a_limited_table_that_is_joined_has_no_more_rows_than_its_limit(
    spark: SparkSession, numbered: Stream
) -> None:
    table = read(spark, numbered, minPartitions="4").select("offset")
    assert table.limit(10).join(table, "offset").count() == 10
    assert table.limit(10).union(table.limit(20)).count() == 30


def test_the_largest_are_not_the_first(spark: SparkSession, numbered: Stream) -> None:
    found = read(spark, numbered).select("offset").orderBy("offset", ascending=False).limit(2)
    assert [row.offset for row in found.collect()] == [999, 998]


def test_a_limit_fetches_a_chunk_and_not_the_stream(
    spark: SparkSession, far_stream: Stream, proxy: Proxy
) -> None:
    for _ in range(20):
        far_stream.publish(*[bytes(20_000)] * 10)
    read(spark, far_stream).count()
    before = proxy.carried
    assert len(read(spark, far_stream).head(5)) == 5
    assert proxy.carried - before < 1_000_000
    assert len(read(spark, far_stream).limit(150).collect()) == 150
