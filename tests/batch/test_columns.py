"""Every column of the source, as publishers of any kind fill it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from jpype import JArray, JByte, JDouble, JFloat, JInt, JLong, JShort

from support.jvm import java

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, Row, SparkSession

    from support.streams import Stream

PROPERTIES = (
    "message_id",
    "user_id",
    "to",
    "subject",
    "reply_to",
    "correlation_id",
    "content_type",
    "content_encoding",
    "absolute_expiry_time",
    "creation_time",
    "group_id",
    "group_sequence",
    "reply_to_group_id",
)

EPOCH_SECONDS = 1_700_000_000


def read(spark: SparkSession, stream: Stream) -> DataFrame:
    return spark.read.format("rabbitmq_streams").options(**stream.options).load()


def only_row(spark: SparkSession, stream: Stream) -> Row:
    (row,) = read(spark, stream).collect()
    return row


def publish(stream: Stream, build: Any) -> None:
    stream.broker.client.publish_built(stream.name, build)


def test_metadata_fields_choose_the_optional_columns(spark: SparkSession, stream: Stream) -> None:
    stream.publish("a")
    chosen = spark.read.format("rabbitmq_streams").options(
        **stream.options, metadataFields="routing_key, creation_time"
    )
    assert chosen.load().columns == [
        "value",
        "stream",
        "offset",
        "chunk_timestamp",
        "creation_time",
        "routing_key",
    ]
    assert [bytes(row.value) for row in chosen.load().collect()] == [b"a"]


def test_no_metadata_field_need_be_chosen(spark: SparkSession, stream: Stream) -> None:
    stream.publish("a")
    bare = spark.read.format("rabbitmq_streams").options(**stream.options, metadataFields="")
    assert bare.load().columns == ["value", "stream", "offset", "chunk_timestamp"]
    assert [(bytes(row.value), row.offset) for row in bare.load().collect()] == [(b"a", 0)]


def test_the_schema_is_that_of_the_specification(spark: SparkSession, stream: Stream) -> None:
    fields = read(spark, stream).schema.fields
    assert [(field.name, field.dataType.simpleString(), field.nullable) for field in fields] == [
        ("value", "binary", False),
        ("stream", "string", False),
        ("offset", "bigint", False),
        ("chunk_timestamp", "timestamp", False),
        (
            "properties",
            "struct<message_id:string,user_id:binary,to:string,subject:string,reply_to:string,"
            "correlation_id:string,content_type:string,content_encoding:string,"
            "absolute_expiry_time:timestamp,creation_time:timestamp,group_id:string,"
            "group_sequence:bigint,reply_to_group_id:string>",
            True,
        ),
        ("application_properties", "map<string,string>", True),
        ("message_annotations", "map<string,string>", True),
        ("creation_time", "timestamp", True),
        ("routing_key", "string", True),
    ]


def test_a_message_that_is_only_a_body_has_nulls_around_it(
    spark: SparkSession, stream: Stream
) -> None:
    stream.publish("hello")
    row = only_row(spark, stream).asDict()
    assert (row.pop("value"), row.pop("stream"), row.pop("offset")) == (b"hello", stream.name, 0)
    assert row.pop("chunk_timestamp") is not None
    assert row == {
        "properties": None,
        "application_properties": None,
        "message_annotations": None,
        "creation_time": None,
        "routing_key": None,
    }


def test_all_properties_are_read(spark: SparkSession, stream: Stream) -> None:
    def decorate(message: Any) -> Any:
        properties = message.properties().messageId("id").userId(b"\x01\x02").to("to")
        properties.subject("subject").replyTo("reply-to").correlationId("correlation")
        properties.contentType("text/plain").contentEncoding("gzip")
        properties.absoluteExpiryTime((EPOCH_SECONDS + 60) * 1000)
        properties.creationTime(EPOCH_SECONDS * 1000 + 123)
        properties.groupId("group").groupSequence(4_294_967_295).replyToGroupId("reply group")
        return properties.messageBuilder().addData(b"")

    publish(stream, decorate)
    table = read(spark, stream)
    assert table.selectExpr("properties.*").drop("absolute_expiry_time", "creation_time").collect()[
        0
    ].asDict() == {
        "message_id": "id",
        "user_id": b"\x01\x02",
        "to": "to",
        "subject": "subject",
        "reply_to": "reply-to",
        "correlation_id": "correlation",
        "content_type": "text/plain",
        "content_encoding": "gzip",
        "group_id": "group",
        "group_sequence": 4_294_967_295,
        "reply_to_group_id": "reply group",
    }
    millis = table.selectExpr(
        "unix_millis(properties.absolute_expiry_time)",
        "unix_millis(properties.creation_time)",
        "unix_millis(creation_time)",
    )
    created = EPOCH_SECONDS * 1000 + 123
    assert tuple(millis.collect()[0]) == ((EPOCH_SECONDS + 60) * 1000, created, created)


def test_what_is_not_set_is_null_and_no_time_is_1970(spark: SparkSession, stream: Stream) -> None:
    publish(stream, lambda m: m.properties().subject("s").messageBuilder().addData(b""))
    row = only_row(spark, stream)
    assert row.properties.asDict() == {**dict.fromkeys(PROPERTIES), "subject": "s"}
    assert row.creation_time is None


def test_every_type_of_application_property_is_text(spark: SparkSession, stream: Stream) -> None:
    uuid = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"

    def decorate(message: Any) -> Any:
        entries = message.applicationProperties()
        entries.entry("string", "ä").entrySymbol("symbol", "sym").entry("empty", "")
        entries.entry("boolean", True).entry("byte", JByte(-1)).entry("short", JShort(-2))
        entries.entry("int", JInt(-3)).entry("long", JLong(-4))
        entries.entryUnsigned("ubyte", JByte(-1)).entryUnsigned("ushort", JShort(-1))
        entries.entryUnsigned("uint", JInt(-1)).entryUnsigned("ulong", JLong(-1))
        entries.entry("float", JFloat(1.5)).entry("double", JDouble(-0.1))
        entries.entryTimestamp("timestamp", JLong(EPOCH_SECONDS * 1000))
        entries.entry("uuid", java("java.util.UUID").fromString(uuid))
        octets = JArray(JByte)
        entries.entry("text", octets(b"text")).entry("binary", octets(b"\xff\xfe"))
        return entries.messageBuilder().addData(b"")

    publish(stream, decorate)
    assert only_row(spark, stream).application_properties == {
        "string": "ä",
        "symbol": "sym",
        "empty": "",
        "boolean": "true",
        "byte": "-1",
        "short": "-2",
        "int": "-3",
        "long": "-4",
        "ubyte": "255",
        "ushort": "65535",
        "uint": "4294967295",
        "ulong": "18446744073709551615",
        "float": "1.5",
        "double": "-0.1",
        "timestamp": "2023-11-14T22:13:20Z",
        "uuid": uuid,
        "text": "text",
        "binary": "//4=",
    }


def test_annotations_may_hold_lists_and_maps_which_are_json(
    spark: SparkSession, stream: Stream
) -> None:
    death = b'\xc1\x09\x02\xa1\x01q\xa1\x03a"b'
    deaths = b"\xc0" + bytes([len(death) + 3, 2]) + death + b"\x54\x01"
    annotation = b"\xa3\x07x-death" + deaths
    section = b"\x00\x53\x72\xc1" + bytes([len(annotation) + 1, 2]) + annotation
    stream.broker.client.publish_raw(stream.name, [section + b"\x00\x53\x75\xa0\x00"])
    assert only_row(spark, stream).message_annotations == {"x-death": '[{"q":"a\\"b"},1]'}


def test_the_routing_key_is_read_where_the_publisher_kept_it(
    spark: SparkSession, stream: Stream
) -> None:
    publish(
        stream,
        lambda m: (
            m.applicationProperties().entry("routing_key", "eu").messageBuilder().addData(b"")
        ),
    )
    row = only_row(spark, stream)
    assert row.routing_key == "eu"
    assert row.application_properties == {"routing_key": "eu"}


def test_only_the_properties_that_a_query_names_are_decoded(
    spark: SparkSession, stream: Stream
) -> None:
    # The subject is right, the time after it is none: whoever asks for it is told.
    fields = b"\x40\x40\x40\xa1\x01s\x40\x40\x40\x40\x40\xa1\x00"
    section = b"\x00\x53\x73\xc0" + bytes([len(fields) + 1, 10]) + fields
    stream.broker.client.publish_raw(stream.name, [section])
    table = read(spark, stream)
    assert [row.subject for row in table.select("properties.subject").collect()] == ["s"]
    with pytest.raises(Exception, match="0xa1 stands where a timestamp should"):
        table.select("properties.creation_time").collect()


def test_columns_filter_and_aggregate(spark: SparkSession, stream: Stream) -> None:
    def numbered(number: int) -> Any:
        return lambda m: (
            m.properties()
            .messageId(number)
            .messageBuilder()
            .applicationProperties()
            .entry("parity", str(number % 2))
            .messageBuilder()
            .addData(b"%d" % number)
        )

    stream.broker.client.publish_built(stream.name, *map(numbered, range(1000)))
    table = read(spark, stream)
    counts = table.groupBy("application_properties.parity").count().orderBy("parity").collect()
    assert [tuple(row) for row in counts] == [("0", 500), ("1", 500)]
    found = table.where("properties.message_id = '17'").select("offset", "value").collect()
    assert [tuple(row) for row in found] == [(17, b"17")]
