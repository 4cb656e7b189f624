"""Builders in a session: batches there and back, defaults of the session, warnings in the log."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from pyspark.errors import IllegalArgumentException, StreamingQueryException

from spark_rabbitmq_streams import OptionsError, Sink, Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession

    from support.broker import Broker
    from support.streams import Stream, SuperStream

PREFIX = "spark.datasource.rabbitmq_streams."


def place(broker: Broker, **others: str) -> dict[str, Any]:
    """Arguments that lead to a broker, which has no virtual host of its own here."""
    access = broker.access
    return {
        "endpoints": [broker.endpoint],
        "username": access.username,
        "password": access.password,
        "vhost": access.vhost,
        **others,
    }


def test_what_a_sink_saves_a_source_loads(spark: SparkSession, stream: Stream) -> None:
    rows = spark.range(100).selectExpr("cast(string(id) as binary) as value")
    Sink(**place(stream.broker, stream=stream.name)).save(rows)
    loaded = Source(**place(stream.broker, stream=stream.name)).load(spark)
    assert sorted(int(row.value) for row in loaded.select("value").collect()) == list(range(100))


def test_a_super_stream_is_saved_and_loaded(spark: SparkSession, superstream: SuperStream) -> None:
    rows = spark.range(30).selectExpr(
        "cast(string(id) as binary) as value", "string(id) as routing_key"
    )
    access = place(superstream.broker, superstream=superstream.name)
    Sink(**access, routing_strategy="hash").save(rows, mode="append")
    loaded = Source(**access, fail_on_data_loss=True).load(spark)
    assert loaded.count() == 30
    assert {row.stream for row in loaded.select("stream").distinct().collect()} == set(
        superstream.stream_names
    )


def test_spark_takes_a_builder_as_its_options(spark: SparkSession, stream: Stream) -> None:
    stream.publish("first", "second")
    source = Source(
        **place(stream.broker, stream=stream.name), tls=False, tls_hostname_verification=False
    )
    assert spark.read.format("rabbitmq_streams").options(**source).load().count() == 2


def test_an_end_is_refused_in_a_stream(spark: SparkSession) -> None:
    source = Source(stream="orders", endpoints="rabbit", ending_offsets="offset", ending_offset=7)
    with pytest.raises(OptionsError) as refused:
        source.stream(spark)
    assert refused.value.problems == tuple(
        f"{name} cannot be used in a streaming read: a streaming query has no end; stop it"
        " yourself, or read everything up to now with the trigger availableNow"
        for name in ("endingOffsets", "endingOffset")
    )


def test_what_a_streaming_read_refuses_is_refused_in_the_same_words(spark: SparkSession) -> None:
    source = Source(stream="orders", endpoints="127.0.0.1:1", ending_offsets="latest")
    with pytest.raises(OptionsError) as by_source:
        source.stream(spark)
    reader = spark.readStream.format("rabbitmq_streams").options(**source)
    query = reader.load().writeStream.format("noop").start()
    with pytest.raises(StreamingQueryException) as by_connector:
        query.awaitTermination(60)
    assert str(by_source.value) in str(by_connector.value)


@pytest.fixture
def defaults(spark: SparkSession, broker: Broker) -> Iterator[dict[str, str]]:
    """The broker as the session's default."""
    defaults = {PREFIX + name: value for name, value in broker.options.items()}
    for name, value in defaults.items():
        spark.conf.set(name, value)
    yield defaults
    for name in defaults:
        spark.conf.unset(name)


@pytest.mark.usefixtures("defaults")
def test_the_session_names_the_broker(spark: SparkSession, stream: Stream) -> None:
    stream.publish("first", "second")
    reader = spark.read.format("rabbitmq_streams")
    assert reader.options(stream=stream.name).load().count() == 2
    assert Source(stream=stream.name).load(spark).count() == 2
    Sink(stream=stream.name).save(spark.sql("select cast('third' as binary) as value"))
    assert stream.values() == [b"first", b"second", b"third"]


@pytest.mark.usefixtures("defaults")
def test_an_option_stands_above_the_default_of_the_session(spark: SparkSession) -> None:
    with pytest.raises(IllegalArgumentException, match="endpoints 'rabbit:0' must be host:port"):
        spark.read.format("rabbitmq_streams").options(stream="orders", ENDPOINTS="rabbit:0").load()


def test_without_any_broker_the_connector_says_what_lacks(spark: SparkSession) -> None:
    with pytest.raises(IllegalArgumentException, match=r"set endpoints \(as in 'rabbit-1:5552"):
        Source(stream="orders").load(spark)


def test_warnings_stand_once_in_the_log(stream: Stream) -> None:
    """A process of its own, since the log is that of the Java machine, and a process warns once."""
    code = f"""
from pyspark.sql import SparkSession
spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
options = {stream.options!r}
for _ in range(3):
    reader = spark.read.format("rabbitmq_streams").options(**options)
    reader.options(maxInFlight="5", mergeSchema="true", COLOUR="red").load().count()
rows = spark.sql("select cast('x' as binary) as value")
for _ in range(2):
    writer = rows.write.format("rabbitmq_streams").options(**options).mode("append")
    writer.option("maxWaitMs", "5000").option("checkpointLocation", "/nowhere").save()
"""
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=180
    )
    warnings = [line.split(" WARN ", 1)[1] for line in ran.stderr.splitlines() if " WARN " in line]
    ours = [line for line in warnings if "Options that" in line]
    assert [line.split(": ", 1)[1] for line in ours] == [
        "Options that the connector does not know are ignored: COLOUR, mergeSchema",
        "Options that have no effect on a batch read: maxInFlight",
        "Options that have no effect on a write: maxWaitMs",
    ]
