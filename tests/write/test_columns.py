"""Every column of the sink: what is written of it, what is read back, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

from support.broker import unique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import DataFrame, SparkSession

    from support.broker import Broker
    from support.streams import Stream, SuperStream

SINK = "[RABBITMQ_STREAMS.SINK_SCHEMA] The rows cannot be written:\n"
EVERY_COLUMN = """
    select cast('body' as binary) as value,
           'eu' as routing_key,
           map('a', '1', 'b', null, '', '') as application_properties,
           map('x-note', 'n') as message_annotations,
           timestamp_millis(1700000000123) as creation_time,
           named_struct(
             'message_id', 'id', 'user_id', x'0102', 'to', 'to', 'subject', 's',
             'reply_to', 'r', 'correlation_id', 'c', 'content_type', 'text/plain',
             'content_encoding', 'gzip',
             'absolute_expiry_time', timestamp_millis(1700000060000),
             'group_id', 'g', 'group_sequence', 4294967295L, 'reply_to_group_id', 'rg'
           ) as properties
"""
ALL_BUT_TIMES = {
    "message_id": "id",
    "user_id": b"\x01\x02",
    "to": "to",
    "subject": "s",
    "reply_to": "r",
    "correlation_id": "c",
    "content_type": "text/plain",
    "content_encoding": "gzip",
    "group_id": "g",
    "group_sequence": 4_294_967_295,
    "reply_to_group_id": "rg",
}


def write(rows: DataFrame, target: Stream | SuperStream) -> None:
    rows.write.format("rabbitmq_streams").options(**target.options).mode("append").save()


def read(spark: SparkSession, source: Stream | SuperStream) -> DataFrame:
    return spark.read.format("rabbitmq_streams").options(**source.options).load()


def refused(rows: DataFrame, target: Stream | SuperStream) -> str:
    with pytest.raises((PySparkException, Py4JJavaError)) as raised:
        write(rows, target)
    return str(raised.value)


@pytest.fixture
def other(broker: Broker) -> Iterator[Stream]:
    with broker.stream(unique("other")) as stream:
        yield stream


def test_every_column_is_read_back(spark: SparkSession, stream: Stream) -> None:
    write(spark.sql(EVERY_COLUMN), stream)
    found = read(spark, stream).selectExpr(
        "*",
        "unix_millis(creation_time) as created",
        "unix_millis(properties.creation_time) as also_created",
        "unix_millis(properties.absolute_expiry_time) as expires",
    )
    (row,) = found.collect()
    assert bytes(row.value) == b"body"
    assert row.routing_key == "eu"
    assert row.application_properties == {"a": "1", "b": None, "": "", "routing_key": "eu"}
    assert row.message_annotations == {"x-note": "n"}
    assert (row.created, row.also_created) == (1_700_000_000_123, 1_700_000_000_123)
    assert row.expires == 1_700_000_060_000
    properties = row.properties.asDict()
    del properties["creation_time"], properties["absolute_expiry_time"]
    assert properties == ALL_BUT_TIMES


def test_another_client_reads_every_column_as_it_was_written(
    spark: SparkSession, stream: Stream
) -> None:
    write(spark.sql(EVERY_COLUMN), stream)
    (message,) = stream.messages()
    assert message.body == b"body"
    assert message.application_properties == {"a": "1", "b": None, "": "", "routing_key": "eu"}
    assert message.message_annotations == {"x-note": "n"}
    assert message.properties == {
        **ALL_BUT_TIMES,
        "creation_time": 1_700_000_000_123,
        "absolute_expiry_time": 1_700_000_060_000,
    }


def test_another_client_reads_the_nulls_of_maps_and_properties(
    spark: SparkSession, stream: Stream
) -> None:
    nothing = "cast(null as string)"
    rows = spark.sql(f"""
        select x'61' as value,
               map('a', {nothing}) as application_properties,
               map('x-a', {nothing}, 'x-b', 'b') as message_annotations,
               named_struct('message_id', {nothing}, 'subject', 's') as properties
    """)
    write(rows, stream)
    (message,) = stream.messages()
    assert message.application_properties == {"a": None}
    assert message.message_annotations == {"x-a": None, "x-b": "b"}
    assert message.properties == {"subject": "s"}


def test_null_in_every_column_is_a_message_that_is_only_a_body(
    spark: SparkSession, stream: Stream
) -> None:
    write(
        spark.sql("""
            select cast('a' as binary) as value,
                   cast(null as string) as stream,
                   cast(null as string) as routing_key,
                   cast(null as struct<subject:string>) as properties,
                   cast(null as map<string,string>) as application_properties,
                   cast(null as map<string,string>) as message_annotations,
                   cast(null as timestamp) as creation_time
        """),
        stream,
    )
    (row,) = read(spark, stream).collect()
    assert bytes(row.value) == b"a"
    assert [
        row.properties,
        row.application_properties,
        row.message_annotations,
        row.creation_time,
        row.routing_key,
    ] == [None] * 5
    (message,) = stream.messages()
    assert (message.body, message.properties) == (b"a", None)
    assert (message.application_properties, message.message_annotations) == ({}, {})


def test_what_is_read_can_be_written_back_unchanged(
    spark: SparkSession, stream: Stream, other: Stream
) -> None:
    write(
        spark.sql("""
            select cast(string(id) as binary) as value,
                   if(id % 8 = 0, 'key', null) as routing_key,
                   case id % 4 when 0 then map() when 1 then map('', '', 'n', null)
                               when 2 then null else map('k', repeat('v', 300)) end
                     as application_properties,
                   case id % 3 when 0 then cast(map() as map<string,string>) when 1 then null
                               else map('a', 'ä') end as message_annotations,
                   case id % 5 when 0 then null
                               else named_struct('subject', if(id % 5 = 1, null, string(id)),
                                                 'creation_time', timestamp_millis(id - 50))
                               end as properties
            from range(100)
        """),
        stream,
    )
    source = read(spark, stream)
    write(source.drop("offset", "chunk_timestamp", "stream").coalesce(1), other)
    columns = ["value", "properties", "creation_time", "routing_key"]
    maps = [
        f"array_sort(map_entries({name})) as {name}"
        for name in ("application_properties", "message_annotations")
    ]
    before = source.orderBy("value").selectExpr(*columns, *maps).collect()
    after = read(spark, other).orderBy("value").selectExpr(*columns, *maps).collect()
    assert len(after) == 100
    assert after == before
    copies = read(spark, other).drop("offset", "chunk_timestamp", "stream")
    assert copies.where("application_properties is null").count() > 0
    assert copies.where("size(application_properties) = 0").count() > 0


def test_columns_are_found_by_name_in_any_case_and_order(
    spark: SparkSession, stream: Stream
) -> None:
    write(spark.sql("select map('a', 'b') as Application_Properties, x'61' as VALUE"), stream)
    (row,) = read(spark, stream).collect()
    assert (bytes(row.value), row.application_properties) == (b"a", {"a": "b"})


def test_the_stream_column_must_name_the_stream(
    spark: SparkSession, stream: Stream, superstream: SuperStream
) -> None:
    rows = spark.sql(f"select x'61' as value, '{stream.name}' as stream, 'k' as routing_key")
    write(rows, stream)
    write(rows, superstream)
    assert stream.values() == superstream.values() == [b"a"]
    message = refused(spark.sql("select x'61' as value, 'elsewhere' as stream"), stream)
    assert "INVALID_ROW" in message
    assert (
        f"Row 1 of this task cannot be written to stream={stream.name}:"
        " its column stream names 'elsewhere'" in message
    )


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("cast(null as binary) as value", "value is null; filter such rows out"),
        (
            "x'61' as value, timestamp_millis(1) as creation_time,"
            " named_struct('creation_time', timestamp_millis(2)) as properties",
            "creation_time is 1970-01-01T00:00:00.001Z, but properties.creation_time is"
            " 1970-01-01T00:00:00.002Z; give one of them, or the same",
        ),
        (
            "x'61' as value, named_struct('group_sequence', -1L) as properties",
            "properties.group_sequence is -1, and must lie between 0 and 4294967295",
        ),
    ],
)
def test_a_row_that_cannot_be_a_message_is_named(
    spark: SparkSession, stream: Stream, row: str, why: str
) -> None:
    message = refused(spark.sql(f"select {row}"), stream)
    assert "INVALID_ROW" in message
    assert f"Row 1 of this task cannot be written to stream={stream.name}: {why}" in message


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        ("'a' as value", "column value is string: write cast(value as binary)"),
        (
            "x'61' as value, map('a', 1) as application_properties",
            "column application_properties is map<string,int>:"
            " write cast(application_properties as map<string,string>)",
        ),
        (
            "x'61' as value, named_struct('to', 'a', 'group_sequence', 1) as properties",
            "column properties is struct<to:string,group_sequence:int>:"
            " write cast(properties as struct<to:string,group_sequence:bigint>)",
        ),
        (
            "x'61' as value, named_struct('from', 'a') as properties",
            "column properties has fields that AMQP does not know: drop them with"
            " properties.dropFields('from'), or set ignoreUnknownColumns=true",
        ),
        (
            "x'61' as value, 1L as offset, now() as chunk_timestamp",
            "what only the broker gives cannot be written:"
            " drop it with df.drop('offset', 'chunk_timestamp')",
        ),
        (
            "x'61' as value, 1 as size, 2 as colour",
            "columns that the sink does not know: drop them with df.drop('size', 'colour'),"
            " or set ignoreUnknownColumns=true",
        ),
        ("'k' as routing_key", "column value is missing: every message needs a body, as binary"),
    ],
)
def test_a_column_that_cannot_be_written_is_told_with_its_remedy(
    spark: SparkSession, stream: Stream, columns: str, problem: str
) -> None:
    message = refused(spark.sql(f"select {columns}"), stream)
    assert f"{SINK}  - {problem}\n" in message


def test_the_remedy_works(spark: SparkSession, stream: Stream) -> None:
    rows = spark.sql(
        "select 'a' as value, map('k', 1) as application_properties,"
        " named_struct('to', 'x', 'group_sequence', 1) as properties, 1L as offset, 2 as colour"
    )
    mended = (
        rows.drop("offset")
        .drop("colour")
        .selectExpr(
            "cast(value as binary)",
            "cast(application_properties as map<string,string>)",
            "cast(properties as struct<to:string,group_sequence:bigint>)",
        )
    )
    write(mended, stream)
    (row,) = read(spark, stream).collect()
    assert (bytes(row.value), row.application_properties) == (b"a", {"k": "1"})
    assert (row.properties.to, row.properties.group_sequence) == ("x", 1)
