"""What other clients have written, over any protocol, is in the right columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

import pika
from jpype import JLong
from rstream import AMQPMessage, Properties

from support import amqp, rstream_client
from support.jvm import java

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from support.streams import Stream


def columns(spark: SparkSession, stream: Stream) -> dict[str, Any]:
    """The columns of the only message, times as milliseconds, properties without those not set."""
    table = spark.read.format("rabbitmq_streams").options(**stream.options).load()
    (row,) = table.selectExpr(
        "*",
        "unix_millis(creation_time) as creation_millis",
        "unix_millis(properties.absolute_expiry_time) as expiry_millis",
    ).collect()
    found = row.asDict(recursive=True)
    times = ("creation_time", "absolute_expiry_time")
    found["properties"] = {
        name: value
        for name, value in found["properties"].items()
        if value is not None and name not in times
    }
    return found


def test_rstream_in_python(spark: SparkSession, stream: Stream) -> None:
    message = AMQPMessage(
        body=b"from python",
        properties=Properties(
            message_id="id",
            user_id=b"guest",
            to="to",
            subject="subject",
            reply_to="reply-to",
            correlation_id=UUID(int=7),
            content_type="text/plain",
            content_encoding="utf-8",
            absolute_expiry_time=1_700_000_060_000,
            creation_time=1_700_000_000_123,
            group_id="group",
            group_sequence=5,
            reply_to_group_id="reply-group",
        ),
        application_properties={"text": "ä", b"bytes": b"b", "int": 3, "flag": True, "no": None},
        message_annotations={"x-note": "n", "x-list": [1, "a"]},
    )
    rstream_client.publish_messages(stream.broker.access, stream.name, [message])
    row = columns(spark, stream)
    assert row["value"] == b"from python"
    assert row["properties"] == {
        "message_id": "id",
        "user_id": b"guest",
        "to": "to",
        "subject": "subject",
        "reply_to": "reply-to",
        "correlation_id": "00000000-0000-0000-0000-000000000007",
        "content_type": "text/plain",
        "content_encoding": "utf-8",
        "group_id": "group",
        "group_sequence": 5,
        "reply_to_group_id": "reply-group",
    }
    assert (row["creation_millis"], row["expiry_millis"]) == (1_700_000_000_123, 1_700_000_060_000)
    assert row["application_properties"] == {
        "text": "ä",
        "bytes": "b",
        "int": "3",
        "flag": "true",
        "no": None,
    }
    assert row["message_annotations"] == {"x-note": "n", "x-list": '[1,"a"]'}
    assert row["routing_key"] is None


def test_the_java_client_with_its_proton_codec(spark: SparkSession, stream: Stream) -> None:
    def decorate(message: Any) -> Any:
        properties = message.properties().messageId(JLong(-1)).correlationId("c")
        properties.creationTime(1_700_000_000_123).contentType("text/plain").groupSequence(0)
        entries = properties.messageBuilder().applicationProperties()
        entries.entry("routing_key", "eu").entryUnsigned("ulong", JLong(-1))
        entries.entryTimestamp("time", JLong(0)).entrySymbol("symbol", "s")
        annotations = entries.messageBuilder().messageAnnotations().entry("x-note", 1.5)
        return annotations.messageBuilder().addData(b"one")

    codec = java("com.rabbitmq.stream.codec.QpidProtonCodec")()
    stream.broker.client.publish_encoded(stream.name, codec, decorate)
    row = columns(spark, stream)
    assert row["value"] == b"one"
    assert row["properties"] == {
        "message_id": "18446744073709551615",
        "correlation_id": "c",
        "content_type": "text/plain",
        "group_sequence": 0,
    }
    assert (row["creation_millis"], row["expiry_millis"]) == (1_700_000_000_123, None)
    assert row["application_properties"] == {
        "routing_key": "eu",
        "ulong": "18446744073709551615",
        "time": "1970-01-01T00:00:00Z",
        "symbol": "s",
    }
    assert row["message_annotations"] == {"x-note": "1.5"}
    assert row["routing_key"] == "eu"


def test_amqp_0_9_1_through_a_binding(spark: SparkSession, stream: Stream) -> None:
    properties = pika.BasicProperties(
        content_type="application/json",
        content_encoding="utf-8",
        headers={
            "text": "ä",
            "int": 7,
            "flag": True,
            "nothing": None,
            "x-note": "n",
            "x-table": {"a": 1},
            "x-list": ["a", 2],
            "table": {"a": 1},
            "long": 2**40,
            "binary": b"\xff\xfe",
        },
        delivery_mode=2,
        priority=3,
        correlation_id="correlation",
        expiration="60000",
        message_id="id",
        timestamp=1_700_000_000,
        type="order",
        user_id="guest",
        app_id="shop",
    )
    amqp.publish_0_9_1(stream, b'{"id": 1}', properties)
    row = columns(spark, stream)
    assert row["value"] == b'{"id": 1}'
    assert row["properties"] == {
        "message_id": "id",
        "user_id": b"guest",
        "correlation_id": "correlation",
        "content_type": "application/json",
        "content_encoding": "utf-8",
        "group_id": "shop",
    }
    assert (row["creation_millis"], row["expiry_millis"]) == (1_700_000_000_000, None)
    assert row["application_properties"] == {
        "text": "ä",
        "int": "7",
        "flag": "true",
        "nothing": None,
        "long": "1099511627776",
        "binary": "//4=",
    }
    annotations = row["message_annotations"]
    assert annotations.pop("x-exchange").startswith("exchange-")
    assert annotations == {
        "x-routing-key": "orders.eu",
        "x-basic-type": "order",
        "x-note": "n",
        "x-table": '{"a":1}',
        "x-list": '["a",2]',
    }
    assert row["routing_key"] is None


def test_amqp_1_0(spark: SparkSession, stream: Stream) -> None:
    def decorate(message: Any) -> Any:
        message.messageId(JLong(17)).correlationId("c").subject("s").contentType("text/plain")
        message.creationTime(1_700_000_000_123).groupId("g").groupSequence(3)
        message.property("text", "ä").property("long", JLong(5)).property("flag", True)
        return message.annotation("x-note", "n")

    amqp.publish_1_0(stream, b"over AMQP 1.0", decorate)
    row = columns(spark, stream)
    assert row["value"] == b"over AMQP 1.0"
    assert row["properties"] == {
        "message_id": "17",
        "correlation_id": "c",
        "subject": "s",
        "content_type": "text/plain",
        "group_id": "g",
        "group_sequence": 3,
    }
    assert (row["creation_millis"], row["expiry_millis"]) == (1_700_000_000_123, None)
    assert row["application_properties"] == {"text": "ä", "long": "5", "flag": "true"}
    assert row["message_annotations"] == {
        "x-note": "n",
        "x-exchange": "",
        "x-routing-key": stream.name,
    }
