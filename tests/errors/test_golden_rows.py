"""What is said of streams that are not there, and of rows that cannot become messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.failures import UNSENT, Golden, failure, table, write

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from support.streams import Stream, SuperStream

COLUMNS = {
    "value-as-text": ["'a' as value"],
    "value-missing": ["'a' as routing_key"],
    "unknown-column": ["cast('a' as binary) as value", "1 as colour"],
    "read-only-column": ["cast('a' as binary) as value", "5L as offset"],
    "wrong-type": ["cast('a' as binary) as value", "7 as routing_key"],
    "all-at-once": ["7 as value", "true as routing_key", "map('a', 1) as application_properties"],
}


def row(spark: SparkSession, *columns: str) -> DataFrame:
    return spark.range(1).selectExpr(*columns)


@pytest.mark.parametrize("columns", COLUMNS.values(), ids=COLUMNS.keys())
def test_columns(spark: SparkSession, golden: Golden, stream: Stream, columns: list[str]) -> None:
    golden(lambda: write(row(spark, *columns), **stream.options))
    assert stream.values() == []


def test_a_superstream_without_routing_keys(
    spark: SparkSession, golden: Golden, superstream: SuperStream
) -> None:
    rows = row(spark, "cast('a' as binary) as value")
    golden(lambda: write(rows, **superstream.options))


def test_a_row_without_a_value(spark: SparkSession, golden: Golden, stream: Stream) -> None:
    rows = row(spark, "cast(null as binary) as value")
    golden(lambda: write(rows, **stream.options), stream=stream.name)


def test_a_row_without_a_routing_key(
    spark: SparkSession, golden: Golden, superstream: SuperStream
) -> None:
    rows = row(spark, "cast('a' as binary) as value", "cast(null as string) as routing_key")
    golden(lambda: write(rows, **superstream.options), superstream=superstream.name)


def test_a_row_that_is_too_large(spark: SparkSession, golden: Golden, stream: Stream) -> None:
    rows = row(spark, "cast(repeat('a', 2000000) as binary) as value")
    golden(lambda: write(rows, **stream.options), stream=stream.name)


def test_a_missing_stream(spark: SparkSession, golden: Golden, stream: Stream) -> None:
    options = {**stream.options, "stream": "no-such-stream"}
    golden(lambda: table(spark, **options).count(), endpoint=stream.broker.endpoint)
    rows = row(spark, "cast('a' as binary) as value")
    golden(lambda: write(rows, **options), then=UNSENT, endpoint=stream.broker.endpoint)


def test_a_missing_superstream(
    spark: SparkSession, golden: Golden, superstream: SuperStream
) -> None:
    options = {**superstream.options, "superstream": "no-such-superstream"}
    golden(lambda: table(spark, **options).count(), endpoint=superstream.broker.endpoint)
    rows = row(spark, "cast('a' as binary) as value", "'k' as routing_key")
    golden(lambda: write(rows, **options), then=UNSENT, endpoint=superstream.broker.endpoint)


def test_a_superstream_given_as_stream(
    spark: SparkSession, golden: Golden, superstream: SuperStream
) -> None:
    options = {**superstream.broker.options, "stream": superstream.name}
    endpoint = superstream.broker.endpoint
    golden(lambda: table(spark, **options).count(), endpoint=endpoint, superstream=superstream.name)


def test_a_stream_given_as_superstream(spark: SparkSession, golden: Golden, stream: Stream) -> None:
    options = {**stream.broker.options, "superstream": stream.name}
    endpoint = stream.broker.endpoint
    golden(lambda: table(spark, **options).count(), endpoint=endpoint, stream=stream.name)


def test_a_message_that_is_not_amqp(spark: SparkSession, golden: Golden, stream: Stream) -> None:
    stream.broker.client.publish_raw(stream.name, [b"\x00\x53\x75\xb0", b"this is not AMQP 1.0"])
    golden(lambda: table(spark, **stream.options).collect(), stream=stream.name)


def test_a_key_that_no_partition_is_bound_with(
    spark: SparkSession, golden: Golden, superstream: SuperStream
) -> None:
    rows = row(spark, "cast('a' as binary) as value", "'nowhere' as routing_key")
    options = {**superstream.options, "routingStrategy": "key"}
    golden(lambda: write(rows, **options), superstream=superstream.name)


def test_a_class_that_is_not_there(
    spark: SparkSession, golden: Golden, superstream: SuperStream
) -> None:
    rows = row(spark, "cast('a' as binary) as value", "'k' as routing_key")
    options = {**superstream.options, "routingStrategy": "custom"}
    golden(lambda: write(rows, partitionerClass="com.example.NoSuchClass", **options))


def test_a_class_of_another_kind(spark: SparkSession, golden: Golden, stream: Stream) -> None:
    stream.publish("one")
    options = {**stream.options, "filterPostFilterClass": "java.lang.Object"}
    golden(lambda: table(spark, **options).collect())


def test_overwriting(spark: SparkSession, golden: Golden, stream: Stream) -> None:
    rows = row(spark, "cast('a' as binary) as value")
    golden(lambda: write(rows, mode="overwrite", **stream.options), stream=stream.name)
    assert stream.values() == []


@pytest.mark.parametrize("mode", ["errorifexists", "ignore"])
def test_other_modes_are_refused_by_spark_itself(
    spark: SparkSession, stream: Stream, mode: str
) -> None:
    stream.publish("here already")
    rows = row(spark, "cast('a' as binary) as value")
    message = str(failure(lambda: write(rows, mode=mode, **stream.options)))
    assert "rabbitmq_streams" in message
    assert mode in message.lower()
    assert stream.values() == [b"here already"]


def test_a_read_without_a_target(spark: SparkSession, golden: Golden, stream: Stream) -> None:
    golden(lambda: table(spark, **stream.broker.options).count())


def test_a_write_without_a_target(spark: SparkSession, golden: Golden, stream: Stream) -> None:
    rows = row(spark, "cast('a' as binary) as value")
    golden(lambda: write(rows, **stream.broker.options))


def test_a_row_that_names_no_stream(spark: SparkSession, golden: Golden, stream: Stream) -> None:
    rows = row(spark, "cast('a' as binary) as value", "cast(null as string) as stream")
    golden(lambda: write(rows, **stream.broker.options))


def test_a_row_that_names_a_missing_stream(
    spark: SparkSession, golden: Golden, stream: Stream
) -> None:
    rows = row(spark, "cast('a' as binary) as value", "'no-such-stream' as stream")
    golden(lambda: write(rows, **stream.broker.options))


def test_a_missing_dead_letter_stream(spark: SparkSession, golden: Golden, stream: Stream) -> None:
    rows = row(spark, "cast('a' as binary) as value")
    options = {**stream.options, "onDataError": "deadLetter", "deadLetterStream": "no-such-stream"}
    golden(lambda: write(rows, **options))
