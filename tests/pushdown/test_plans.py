"""What Spark is told of a read before it: EXPLAIN and statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

from support.plans import estimate_of, scan_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from support.streams import Stream, SuperStream

NOBODY = {"endpoints": "127.0.0.1:1", "stream": "orders", "password": "s3cret"}
ALL_COLUMNS = (
    "[value, stream, offset, chunk_timestamp, properties, application_properties, "
    "message_annotations, creation_time, routing_key]"
)


def read(spark: SparkSession, source: Stream | SuperStream, **options: str) -> DataFrame:
    return spark.read.format("rabbitmq_streams").options(**source.options, **options).load()


def explained(spark: SparkSession, predicate: str = "true", **options: str) -> str:
    """What EXPLAIN says, which takes no broker."""
    table = spark.read.format("rabbitmq_streams").options(**{**NOBODY, **options}).load()
    return scan_of(table.where(predicate))


def test_explain_shows_what_is_read_and_no_secret(spark: SparkSession) -> None:
    assert explained(spark) == (
        "rabbitmq_streams stream=orders, Start: earliest, End: latest, "
        f"PushedFilters: [], Columns: {ALL_COLUMNS}"
    )


def test_explain_shows_what_was_pushed(spark: SparkSession) -> None:
    table = spark.read.format("rabbitmq_streams").options(**NOBODY).load()
    found = table.where("offset > 4 and stream in ('b', 'a') and properties.message_id = 'x'")
    assert scan_of(found.select("value")) == (
        "rabbitmq_streams stream=orders, Start: earliest, End: latest, "
        "PushedFilters: [stream in (a, b), offset >= 5], "
        "Columns: [value, stream, offset, properties.message_id]"
    )
    assert scan_of(table.select("properties.subject", "offset").limit(7)) == (
        "rabbitmq_streams stream=orders, Start: earliest, End: latest, "
        "PushedFilters: [], PushedLimit: 7, Columns: [offset, properties.subject]"
    )


@pytest.mark.parametrize(
    ("predicate", "shown"),
    [
        ("offset = 5", "[offset = 5]"),
        ("offset between 5 and 9", "[offset >= 5, offset <= 9]"),
        ("offset < 5 and offset > 7", "[false]"),
        ("offset % 2 = 0", "[]"),
        (
            "chunk_timestamp >= '2026-01-31 12:00:00' and chunk_timestamp < '2026-02-01'",
            "[chunk_timestamp >= 2026-01-31T12:00:00Z, "
            "chunk_timestamp <= 2026-01-31T23:59:59.999999Z]",
        ),
        (
            f"stream in ({', '.join(repr(f's{number:02d}') for number in range(12))})",
            "[stream in (s00, s01, s02, s03, s04, s05, s06, s07, s08, s09, and 2 more)]",
        ),
    ],
)
def test_explain_shows_predicates_as_they_were_understood(
    spark: SparkSession, predicate: str, shown: str
) -> None:
    assert f", PushedFilters: {shown}, Columns: " in explained(spark, predicate)


def test_explain_shows_positions(spark: SparkSession) -> None:
    def positions(**options: str) -> str:
        return explained(spark, **options).partition(", Start: ")[2].partition(", Pushed")[0]

    assert positions(startingOffsets="latest") == "latest, End: latest"
    assert (
        positions(
            startingOffsets="offset",
            startingOffset="5",
            endingOffsets="timestamp",
            endingTimestamp="2026-01-31T12:00:00Z",
        )
        == "offset 5, End: 2026-01-31T12:00:00Z"
    )
    assert positions(startingOffsets="timestamp", startingTimestamp="-2h") == (
        "-7200000ms, End: latest"
    )
    assert positions(startingOffsets='{"orders": 5}') == "{orders=offset 5}, End: latest"


def test_the_size_of_a_read_is_that_of_its_offsets_and_columns(
    spark: SparkSession, numbered: Stream
) -> None:
    table = read(spark, numbered)
    assert estimate_of(table.select("offset"))[0] == 1_000 * (8 + 8)
    assert estimate_of(table.select("value", "offset"))[0] == 1_000 * (8 + 4_096 + 8)
    narrowed = read(
        spark, numbered, startingOffsets="offset", startingOffset="900", minPartitions="3"
    )
    assert estimate_of(narrowed.select("offset"))[0] == 100 * (8 + 8)


def test_rows_are_known_to_the_cost_based_optimizer(spark: SparkSession, numbered: Stream) -> None:
    spark.conf.set("spark.sql.cbo.enabled", "true")
    try:
        table = read(spark, numbered).select("offset")
        assert estimate_of(table)[1] == 1_000
        assert estimate_of(table.limit(10))[1] == 10
    finally:
        spark.conf.unset("spark.sql.cbo.enabled")


def test_small_reads_are_broadcast_and_large_ones_are_not(
    spark: SparkSession, numbered: Stream
) -> None:
    table = read(spark, numbered)
    others = spark.range(10_000_000).withColumnRenamed("id", "offset")

    def joined(columns: list[str]) -> str:
        spark.conf.set("spark.sql.autoBroadcastJoinThreshold", "1MB")
        try:
            plan = others.join(table.select(*columns), "offset")
            return str(plan._jdf.queryExecution().executedPlan().toString())
        finally:
            spark.conf.unset("spark.sql.autoBroadcastJoinThreshold")

    assert "BroadcastHashJoin" in joined(["offset"])
    assert "SortMergeJoin" in joined(["offset", "value"])


def test_what_was_planned_for_an_estimate_is_what_is_read(
    spark: SparkSession, stream: Stream
) -> None:
    stream.publish("a", "b", "c")
    table = read(spark, stream).select("offset")
    assert estimate_of(table)[0] == 3 * (8 + 8)
    stream.publish("d")
    assert [row.offset for row in table.collect()] == [0, 1, 2]
    assert read(spark, stream).count() == 4


def test_explain_alone_plans_nothing(spark: SparkSession, stream: Stream) -> None:
    stream.publish("a", "b", "c")
    table = read(spark, stream).select("offset")
    scan_of(table)
    stream.publish("d")
    assert [row.offset for row in table.collect()] == [0, 1, 2, 3]


def test_a_broker_that_does_not_answer_fails_the_read_and_not_the_estimate(
    spark: SparkSession, stream: Stream
) -> None:
    gone = {**stream.options, "stream": "no-such-stream"}
    table = spark.read.format("rabbitmq_streams").options(**gone).load().select("offset")
    assert estimate_of(table) == (2**63 - 1, None)
    with pytest.raises((PySparkException, Py4JJavaError), match="STREAM_NOT_FOUND"):
        table.collect()
    stream.publish("a")
