"""Spark is given columns where a query wants no struct and no map, else rows: they say the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from support.plans import metrics_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from support.streams import Stream

FLAT = ["value", "stream", "offset", "chunk_timestamp", "creation_time", "routing_key"]


def read(spark: SparkSession, stream: Stream, **options: str) -> DataFrame:
    return spark.read.format("rabbitmq_streams").options(**stream.options, **options).load()


def is_columnar(table: DataFrame) -> bool:
    return "ColumnarToRow" in table._jdf.queryExecution().executedPlan().toString()


@pytest.fixture
def mixed(stream: Stream) -> Stream:
    """Plain messages, with and without properties, between batches of all sizes."""

    def decorated(message: Any) -> Any:
        properties = message.properties().messageId(1).creationTime(1_700_000_000_123)
        application = properties.messageBuilder().applicationProperties()
        return application.entry("routing_key", "rot").messageBuilder().addData(b"decorated")

    client = stream.broker.client
    client.publish(stream.name, [b"plain %d" % number for number in range(5_000)])
    client.publish_built(stream.name, *[decorated] * 10)
    for compression, size in [("GZIP", 7), ("NONE", 100), ("ZSTD", 100)]:
        values = [b"%s %d" % (compression.encode(), number) for number in range(300)]
        client.publish(stream.name, values, sub_entry=size, compression=compression)
    stream.publish("last")
    return stream


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"minPartitions": "3"},
        {"startingOffsets": "offset", "startingOffset": "5151"},
        {"endingOffsets": "offset", "endingOffset": "5055"},
        {"maxRecordsPerPartition": "333"},
    ],
)
def test_columns_hold_what_rows_hold(
    spark: SparkSession, mixed: Stream, options: dict[str, str]
) -> None:
    table = read(spark, mixed, **options)
    columns, rows = table.select(FLAT), table.select(*FLAT, "properties")
    assert is_columnar(columns)
    assert not is_columnar(rows)
    expected = [tuple(row)[:-1] for row in rows.orderBy("offset").collect()]
    assert [tuple(row) for row in columns.orderBy("offset").collect()] == expected
    assert table.count() == len(expected)


def test_a_limit_takes_the_first_rows_of_a_batch(spark: SparkSession, mixed: Stream) -> None:
    with metrics_of(spark) as metrics:
        found = read(spark, mixed).select("offset", "value").limit(10).collect()
    assert [(row.offset, bytes(row.value)) for row in found] == [
        (number, b"plain %d" % number) for number in range(10)
    ]
    assert metrics["messages read"] == "10"


def test_values_of_a_batch_outlive_it(spark: SparkSession, mixed: Stream) -> None:
    table = read(spark, mixed)
    (found,) = table.selectExpr("min(value)", "max(value)", "first(value)", "last(value)").collect()
    distinct = table.select("value").distinct().count()
    values = [bytes(row.value) for row in table.select("value", "properties").collect()]
    assert [bytes(value) for value in found] == [
        min(values),
        max(values),
        values[0],
        values[-1],
    ]
    assert distinct == len(set(values))


def test_a_join_of_batches_with_themselves_pairs_each_message_once(
    spark: SparkSession, mixed: Stream
) -> None:
    table = read(spark, mixed).select("offset", "value", "routing_key")
    pairs = table.alias("a").join(table.alias("b"), "offset").where("a.value = b.value")
    assert pairs.count() == table.count() == 5_911
