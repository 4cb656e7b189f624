"""Filter values are given to the broker with each message, and its filter finds them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from support.streams import Stream
    from write.conftest import Refusal, Rows, Write


def sales(spark: SparkSession, region: str | None) -> DataFrame:
    """A hundred rows that tell their region in three places, or in none."""
    text = "cast(null as string)" if region is None else f"'{region}'"
    return spark.range(100, numPartitions=1).selectExpr(
        f"cast(concat(coalesce({text}, 'nowhere'), ' ', id) as binary) as value",
        f"named_struct('subject', {text}) as properties",
        f"map('region', {text}) as application_properties",
        f"map('x-region', {text}) as message_annotations",
    )


@pytest.mark.parametrize(
    "path",
    ["properties.subject", "application_properties.region", "message_annotations.x-region"],
)
def test_the_broker_filters_by_the_value_at_the_path(
    spark: SparkSession, stream: Stream, write: Write, path: str
) -> None:
    for region in ("emea", "apac", None):
        write(sales(spark, region), stream, filterValuePath=path)
    found = stream.broker.client.filtered(stream.name, "apac")
    assert [message.body for message in found] == [b"apac %d" % number for number in range(100)]
    assert len(stream.values()) == 301


def test_without_a_path_no_message_has_a_filter_value(
    spark: SparkSession, stream: Stream, write: Write
) -> None:
    write(sales(spark, "apac"), stream)
    assert stream.broker.client.filtered(stream.name, "apac") == []


def test_the_routing_key_may_be_the_filter_value(rows: Rows, stream: Stream, write: Write) -> None:
    given = rows("value binary, routing_key string", (b"one", "apac"))
    write(given, stream, filterValuePath="application_properties.routing_key")
    assert [m.body for m in stream.broker.client.filtered(stream.name, "apac")] == [b"one"]


@pytest.mark.parametrize(
    ("value", "key", "words"),
    [
        (1, 32_768, "its filter value of 32768 bytes is too long"),
        (1_048_400, 200, "has 1048619 bytes as a message, with a filter value of 200 bytes"),
    ],
)
def test_a_filter_value_that_no_frame_holds_is_named(
    rows: Rows, stream: Stream, refusal: Refusal, value: int, key: int, words: str
) -> None:
    columns = "value binary, properties struct<subject: string>"
    given = rows(columns, (b"x" * value, ("s" * key,)))
    message = refusal(given, stream, filterValuePath="properties.subject")
    assert "INVALID_ROW" in message
    assert words in message
    assert stream.values() == []
