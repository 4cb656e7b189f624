"""Columns that the sink does not know are left out where that is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from support.streams import Stream
    from write.conftest import Refusal, Write

IGNORING = {"ignoreUnknownColumns": "true"}


def test_unknown_columns_and_fields_are_left_out(
    spark: SparkSession, stream: Stream, write: Write
) -> None:
    rows = spark.sql(
        "select x'61' as value, 1 as size, map('k', 2) as colour,"
        " named_struct('subject', 's', 'from', 'a') as properties"
    )
    write(rows, stream, **IGNORING)
    (row,) = spark.read.format("rabbitmq_streams").options(**stream.options).load().collect()
    assert bytes(row.value) == b"a"
    properties = {name: value for name, value in row.properties.asDict().items() if value}
    assert properties == {"subject": "s"}
    assert (row.application_properties, row.message_annotations) == (None, None)


def test_a_known_column_of_the_wrong_type_is_refused_all_the_same(
    spark: SparkSession, stream: Stream, refusal: Refusal
) -> None:
    message = refusal(spark.sql("select 'a' as value, 1 as size"), stream, **IGNORING)
    assert "column value is string: write cast(value as binary)" in message
    assert "columns that the sink does not know" not in message
    assert stream.values() == []
