"""What a message is made of, and what a row makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from support.streams import Stream


def values(spark: SparkSession, stream: Stream) -> list[bytes]:
    table = spark.read.format("rabbitmq_streams").options(**stream.options).load()
    return [bytes(row.value) for row in table.orderBy("offset").collect()]


def test_everything_around_the_body_is_stepped_over(spark: SparkSession, stream: Stream) -> None:
    def decorate(message: Any) -> Any:
        properties = message.properties().messageId(17).to("here").subject("x" * 300)
        application = properties.messageBuilder().applicationProperties()
        for number in range(50):
            application = application.entry(f"key {number}", "y" * number)
        annotated = application.messageBuilder().messageAnnotations().entry("note", True)
        return annotated.messageBuilder().addData(b"the body")

    stream.broker.client.publish_built(stream.name, decorate)
    assert values(spark, stream) == [b"the body"]


@pytest.mark.parametrize("form", [b"\xa0\x05", b"\xa1\x05", b"\xb0\x00\x00\x00\x05"])
def test_an_amqp_value_gives_its_bytes(spark: SparkSession, stream: Stream, form: bytes) -> None:
    stream.broker.client.publish_raw(stream.name, [b"\x00\x53\x77" + form + b"hello"])
    assert values(spark, stream) == [b"hello"]


def test_a_message_that_is_not_amqp_fails_the_task_and_is_named(
    spark: SparkSession, stream: Stream
) -> None:
    stream.publish("good")
    stream.broker.client.publish_raw(stream.name, [b"this is not AMQP 1.0"])
    with pytest.raises((PySparkException, Py4JJavaError)) as raised:
        values(spark, stream)
    message = str(raised.value)
    assert "MALFORMED_MESSAGE" in message
    assert f"The message at offset 1 of the stream '{stream.name}'" in message


def test_no_function_of_spark_hides_a_message_that_is_not_amqp(
    spark: SparkSession, stream: Stream
) -> None:
    stream.broker.client.publish_raw(stream.name, [b"this is not AMQP 1.0"])
    stream.publish("good")
    table = spark.read.format("rabbitmq_streams").options(**stream.options).load()
    for column in ("routing_key", "properties.subject", "cast(value as string)"):
        hidden = table.selectExpr("offset", f"try_to_binary({column}, 'base64') as it")
        for rows in (hidden, hidden.limit(1)):
            with pytest.raises((PySparkException, Py4JJavaError), match="MALFORMED_MESSAGE"):
                rows.collect()


def test_what_is_not_asked_for_is_not_decoded(spark: SparkSession, stream: Stream) -> None:
    stream.broker.client.publish_raw(stream.name, [b"this is not AMQP 1.0"])
    table = spark.read.format("rabbitmq_streams").options(**stream.options).load()
    assert table.count() == 1
    assert [row.offset for row in table.select("offset").collect()] == [0]
