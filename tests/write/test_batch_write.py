"""A batch write is done when the broker has confirmed every row, and each arrives as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

from support.broker import unique

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from support.streams import Stream, SuperStream


def write(rows: DataFrame, target: Stream | SuperStream) -> None:
    rows.write.format("rabbitmq_streams").options(**target.options).mode("append").save()


def refused(rows: DataFrame, target: Stream | SuperStream) -> str:
    with pytest.raises((PySparkException, Py4JJavaError)) as raised:
        write(rows, target)
    return str(raised.value)


def bodies(spark: SparkSession, *values: bytes | None) -> DataFrame:
    return spark.createDataFrame([(value,) for value in values], "value binary").coalesce(1)


def keyed(spark: SparkSession, *pairs: tuple[bytes, str | None]) -> DataFrame:
    return spark.createDataFrame(list(pairs), "value binary, routing_key string").coalesce(1)


@pytest.mark.parametrize("size", [0, 1, 255, 256, 100_000, 1_000_000])
def test_a_body_of_any_size_arrives_whole(spark: SparkSession, stream: Stream, size: int) -> None:
    body = bytes(number % 251 for number in range(size))
    write(bodies(spark, body), stream)
    assert stream.values() == [body]


def test_rows_of_a_task_keep_their_order(spark: SparkSession, stream: Stream) -> None:
    rows = spark.range(100_000, numPartitions=1).selectExpr("cast(string(id) as binary) as value")
    write(rows, stream)
    assert stream.values() == [b"%d" % number for number in range(100_000)]


def test_many_tasks_write_at_once(spark: SparkSession, stream: Stream) -> None:
    rows = spark.range(20_000, numPartitions=50).selectExpr("cast(string(id) as binary) as value")
    write(rows, stream)
    assert sorted(map(int, stream.values())) == list(range(20_000))


def test_a_write_of_nothing_writes_nothing(spark: SparkSession, stream: Stream) -> None:
    write(bodies(spark).where("false"), stream)
    assert stream.values() == []


def test_the_routing_key_can_be_read_back(
    spark: SparkSession, stream: Stream, superstream: SuperStream
) -> None:
    write(keyed(spark, (b"one", "ключ"), (b"two", None)), stream)
    assert [(m.body, m.application_properties) for m in stream.messages()] == [
        (b"one", {"routing_key": "ключ"}),
        (b"two", {}),
    ]
    write(keyed(spark, (b"three", "k" * 300)), superstream)
    (message,) = superstream.messages()
    assert message.application_properties == {"routing_key": "k" * 300}


def test_rows_go_where_the_client_would_send_them(
    spark: SparkSession, superstream: SuperStream
) -> None:
    pairs = [(f"value {number}".encode(), f"key {number}") for number in range(200)]
    write(keyed(spark, *pairs), superstream)
    by_us = {m.body: m.stream for m in superstream.messages()}
    superstream.publish(*((key, b"again " + value) for value, key in pairs))
    by_client = {m.body: m.stream for m in superstream.messages() if m.body.startswith(b"again ")}
    assert by_client == {b"again " + value: stream for value, stream in by_us.items()}
    assert len(by_us) == 200


def test_a_row_without_a_value_is_named(spark: SparkSession, stream: Stream) -> None:
    message = refused(bodies(spark, b"one", None), stream)
    assert "INVALID_ROW" in message
    assert "Row 2 of this task" in message
    assert "value is null" in message


def test_a_superstream_needs_a_routing_key(spark: SparkSession, superstream: SuperStream) -> None:
    assert "column routing_key is missing" in refused(bodies(spark, b"one"), superstream)
    message = refused(keyed(spark, (b"one", "a"), (b"two", None)), superstream)
    assert "INVALID_ROW" in message
    assert "Row 2 of this task" in message
    assert "routing_key is null" in message


def test_all_that_is_wrong_with_the_columns_is_told_at_once(
    spark: SparkSession, stream: Stream
) -> None:
    rows = spark.range(1).selectExpr("string(id) as value", "id as routing_key", "id as colour")
    message = refused(rows, stream)
    assert "SINK_SCHEMA" in message
    assert "column value is string: write cast(value as binary)" in message
    assert "column routing_key is bigint: write cast(routing_key as string)" in message
    assert "columns that the sink does not know: drop them with df.drop('colour')" in message
    assert stream.values() == []


def test_a_row_that_no_frame_can_hold_is_named_before_it_is_sent(
    spark: SparkSession, stream: Stream
) -> None:
    message = refused(bodies(spark, b"x" * 2_000_000), stream)
    assert "INVALID_ROW" in message
    assert "Row 1 of this task has 2000008 bytes" in message
    assert stream.values() == []


def test_hundreds_of_tasks_do_not_run_out_of_producers(spark: SparkSession, stream: Stream) -> None:
    rows = spark.range(600, numPartitions=300).selectExpr("cast(string(id) as binary) as value")
    write(rows, stream)
    assert sorted(map(int, stream.values())) == list(range(600))


def test_who_may_only_write_can_write(spark: SparkSession, stream: Stream) -> None:
    writer = stream.broker.add_user(unique("writer"), "a password", read="", configure="")
    login = {"username": writer.username, "password": writer.password}
    rows = bodies(spark, b"one").write.format("rabbitmq_streams")
    rows.options(**{**stream.options, **login}).mode("append").save()
    assert stream.values() == [b"one"]


@pytest.mark.parametrize("read", [".*", ""], ids=["reads", "does nothing"])
def test_who_may_not_write_is_told(spark: SparkSession, stream: Stream, read: str) -> None:
    reader = stream.broker.add_user(unique("user"), "p", write="", configure="", read=read)
    login = {"username": reader.username, "password": reader.password}
    rows = bodies(spark, b"one").write.format("rabbitmq_streams")
    with pytest.raises((PySparkException, Py4JJavaError)) as raised:
        rows.options(**{**stream.options, **login}).mode("append").save()
    assert "ACCESS_REFUSED" in str(raised.value)
    assert stream.values() == []


@pytest.mark.parametrize("mode", ["overwrite", "errorifexists", "ignore"])
def test_only_appending_makes_sense(spark: SparkSession, stream: Stream, mode: str) -> None:
    stream.publish("here already")
    writer = bodies(spark, b"one").write.format("rabbitmq_streams").options(**stream.options)
    with pytest.raises((PySparkException, Py4JJavaError)):
        writer.mode(mode).save()
    assert stream.values() == [b"here already"]
