"""What a query does not ask for is not decoded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.plans import metrics_of, scan_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from support.broker import Broker
    from support.streams import Stream

PROPERTIES = b"\x00\x53\x73\xc0\x0d\x04\xa1\x05m-001\x40\x40\xa1\x01s"
BROKEN_APPLICATION_PROPERTIES = b"\x00\x53\x74\xd1\x00\x00\x00\x05\x00\x00\x00\x02\xff"
BODY = b"\x00\x53\x75\xa0\x01x"


def read(spark: SparkSession, stream: Stream) -> DataFrame:
    return spark.read.format("rabbitmq_streams").options(**stream.options).load()


@pytest.fixture
def broken(stream: Stream) -> Stream:
    """A message that is right but for its application properties."""
    stream.broker.client.publish_raw(
        stream.name, [PROPERTIES + BROKEN_APPLICATION_PROPERTIES + BODY]
    )
    return stream


def test_a_field_of_properties_decodes_no_application_properties(
    spark: SparkSession, broken: Stream
) -> None:
    table = read(spark, broken)
    assert [tuple(row) for row in table.select("properties.message_id").collect()] == [("m-001",)]
    with pytest.raises(Exception, match="MALFORMED_MESSAGE"):
        table.select("application_properties").collect()


def test_a_predicate_on_a_field_of_properties_decodes_no_application_properties(
    spark: SparkSession, broken: Stream
) -> None:
    table = read(spark, broken)
    found = table.where("properties.message_id = 'm-001'").select("offset", "properties.subject")
    assert [tuple(row) for row in found.collect()] == [(0, "s")]
    assert scan_of(found).endswith("Columns: [offset, properties.message_id, properties.subject]")


def test_a_body_decodes_neither_properties_nor_application_properties(
    spark: SparkSession, broken: Stream
) -> None:
    assert [bytes(row.value) for row in read(spark, broken).select("value").collect()] == [b"x"]


def test_counting_decodes_nothing(spark: SparkSession, stream: Stream) -> None:
    stream.broker.client.publish_raw(stream.name, [b"no AMQP", b"nor this", b""])
    table = read(spark, stream)
    assert table.count() == 3
    assert table.where("offset >= 1").count() == 2


def test_counting_is_exact_where_offsets_are_not_messages(
    spark: SparkSession, broker: Broker, stream: Stream
) -> None:
    stream.publish("a", "b", "c")
    for offset in range(4):
        broker.client.environment.storeOffset("somebody", stream.name, offset)
    stream.publish("d")
    table = read(spark, stream)
    with metrics_of(spark) as metrics:
        assert table.count() == 4
    assert metrics["messages read"] == "4"
    assert [row.offset for row in table.where("offset > 2").select("offset").collect()] == [7]
    assert table.where("offset between 1 and 6").count() == 2
    assert table.where("offset between 3 and 6").count() == 0
