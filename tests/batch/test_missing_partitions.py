"""A partition that is deleted between planning and reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.failures import failure

if TYPE_CHECKING:
    from pyspark import RDD
    from pyspark.sql import Row, SparkSession

    from support.streams import SuperStream


def planned(spark: SparkSession, superstream: SuperStream, **options: str) -> RDD[Row]:
    """Rows of three partitions, of which one is deleted once the read is planned."""
    superstream.publish(*((str(number), str(number)) for number in range(100)))
    reader = spark.read.format("rabbitmq_streams").options(**superstream.options, **options)
    rows = reader.load().select("stream").rdd
    assert rows.getNumPartitions() == 3
    superstream.partitions[0].delete()
    return rows


def test_it_is_an_error(spark: SparkSession, superstream: SuperStream) -> None:
    rows = planned(spark, superstream)
    assert "[RABBITMQ_STREAMS.STREAM_NOT_FOUND]" in str(failure(rows.count))


def test_the_others_are_read_where_that_is_wanted(
    spark: SparkSession, superstream: SuperStream
) -> None:
    gone, *others = superstream.partitions
    rows = planned(spark, superstream, failOnDataLoss="false")
    left = {partition.name: len(partition.values()) for partition in others}
    assert dict(rows.map(lambda row: row.stream).countByValue()) == left
    assert gone.name not in left
