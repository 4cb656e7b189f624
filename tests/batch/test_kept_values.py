"""Values that a query keeps while it reads on: rows are made in buffers that are used again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from jpype import JLong
from pyspark.sql import functions as sql

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyspark.sql import Column, DataFrame, SparkSession

    from support.streams import Stream

MESSAGES = 500
LAST = MESSAGES - 1
COLUMNS = (
    "value",
    "offset",
    "properties",
    "properties.subject",
    "properties.message_id",
    "application_properties",
    "message_annotations",
    "creation_time",
    "routing_key",
)


def numbered(number: int) -> Callable[[Any], Any]:
    """Sizes differ from one message to the next, and later texts are not the larger ones."""
    text = f"{MESSAGES - number:03}" + "x" * (number * 7 % 40)

    def build(message: Any) -> Any:
        message = message.properties().subject(text).messageId(JLong(number)).messageBuilder()
        message = message.applicationProperties().entry("routing_key", text).messageBuilder()
        message = message.messageAnnotations().entry("x-number", JLong(number)).messageBuilder()
        return message.addData(text.encode())

    return build


@pytest.fixture
def table(spark: SparkSession, stream: Stream) -> DataFrame:
    builds = [numbered(number) for number in range(MESSAGES)]
    stream.broker.client.publish_built(stream.name, *builds)
    return spark.read.format("rabbitmq_streams").options(**stream.options).load()


@pytest.fixture(params=["generated", "interpreted"])
def code(spark: SparkSession, request: pytest.FixtureRequest) -> Iterator[str]:
    """Spark runs a query by code that it makes for it, or without."""
    mode = str(request.param)
    spark.conf.set("spark.sql.codegen.wholeStage", str(mode == "generated").lower())
    yield mode
    spark.conf.unset("spark.sql.codegen.wholeStage")


def kept(column: str) -> list[Column]:
    offset = sql.col("offset")
    return [
        sql.first(column).alias("first"),
        sql.last(column).alias("last"),
        sql.min_by(column, offset).alias("lowest"),
        sql.max_by(column, offset).alias("highest"),
        sql.max_by(column, sql.abs(offset - 250)).alias("farthest"),
    ]


@pytest.mark.usefixtures("code")
@pytest.mark.parametrize("column", COLUMNS)
def test_what_an_aggregate_keeps_of_one_row_is_of_that_row(table: DataFrame, column: str) -> None:
    of_row: dict[int, Any] = dict(table.select("offset", sql.col(column).alias("kept")).collect())
    (row,) = table.agg(*kept(column)).collect()
    assert list(row) == [of_row[number] for number in (0, LAST, 0, LAST, 0)]


@pytest.mark.usefixtures("code")
def test_the_least_and_the_greatest_are_found_wherever_they_stand(table: DataFrame) -> None:
    texts = [row.text for row in table.selectExpr("properties.subject text").collect()]
    assert min(texts) == texts[LAST]
    (row,) = table.selectExpr(
        "min(properties.subject)", "max(routing_key)", "min(value)", "max(properties).subject"
    ).collect()
    # Structs are compared by their first field, the message id: "99" is the greatest text of them.
    assert list(row) == [texts[LAST], texts[0], texts[LAST].encode(), texts[99]]


@pytest.mark.usefixtures("code")
def test_groups_keep_what_is_theirs(table: DataFrame) -> None:
    groups = (
        table.groupBy((sql.col("offset") % 7).alias("rest"))
        .agg(
            sql.first("properties").alias("properties"),
            sql.last("application_properties").alias("texts"),
        )
        .collect()
    )
    rows = {row.offset: row for row in table.collect()}
    assert len(groups) == 7
    for group in groups:
        mine = range(group.rest, MESSAGES, 7)
        assert group.properties == rows[mine[0]].properties
        assert group.texts == rows[mine[-1]].application_properties


def test_a_sort_keeps_whole_rows(table: DataFrame) -> None:
    backwards = table.orderBy(sql.desc("offset")).collect()
    assert backwards == list(reversed(table.orderBy("offset").collect()))
    assert [row.properties.message_id for row in backwards] == [
        str(number) for number in reversed(range(MESSAGES))
    ]
