"""A failure says what, where, why and what to do, and never the password."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from support.broker import Broker
    from support.brokers import Brokers
    from support.streams import Stream

SECRET = "hidden-Treasure-17"
WITHIN = 30


def read(spark: SparkSession, options: dict[str, str]) -> None:
    spark.read.format("rabbitmq_streams").options(**options).load().count()


def write(spark: SparkSession, options: dict[str, str]) -> None:
    columns = ["cast(string(id) as binary) as value"]
    if "superstream" in options:
        columns.append("string(id) as routing_key")
    rows = spark.range(10).selectExpr(*columns)
    rows.write.format("rabbitmq_streams").options(**options).mode("append").save()


Action = Callable[["SparkSession", dict[str, str]], None]
reads_and_writes = pytest.mark.parametrize("action", [read, write])


def refusal(action: Action, spark: SparkSession, options: dict[str, str]) -> str:
    """All that Spark shows of the failure, the Java stack trace included."""
    with pytest.raises((PySparkException, Py4JJavaError)) as raised:
        action(spark, options)
    message = str(raised.value)
    assert SECRET not in message
    return message


@reads_and_writes
def test_a_missing_stream(spark: SparkSession, stream: Stream, action: Action) -> None:
    message = refusal(action, spark, {**stream.options, "stream": "no-such-stream"})
    assert "STREAM_NOT_FOUND" in message
    assert "no-such-stream" in message
    assert "create it first" in message


@reads_and_writes
def test_a_missing_superstream(spark: SparkSession, stream: Stream, action: Action) -> None:
    options = {name: value for name, value in stream.options.items() if name != "stream"}
    message = refusal(action, spark, {**options, "superstream": "no-such-superstream"})
    assert "STREAM_NOT_FOUND" in message
    assert "no-such-superstream" in message


@reads_and_writes
def test_a_wrong_password(spark: SparkSession, stream: Stream, action: Action) -> None:
    message = refusal(action, spark, {**stream.options, "password": SECRET})
    assert "LOGIN_REFUSED" in message
    assert stream.options["endpoints"] in message
    assert "password" in message


@reads_and_writes
def test_a_port_where_nobody_listens(spark: SparkSession, action: Action) -> None:
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        message, seconds = timed_refusal(action, spark, reserved)
    assert seconds < WITHIN
    assert "BROKER_UNREACHABLE" in message
    assert "rabbitmq_stream" in message


@reads_and_writes
def test_a_listener_that_never_answers(spark: SparkSession, action: Action) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        message, seconds = timed_refusal(action, spark, silent)
    assert seconds < WITHIN
    assert "BROKER_UNREACHABLE" in message


def timed_refusal(
    action: Action, spark: SparkSession, listener: socket.socket
) -> tuple[str, float]:
    endpoint = "{}:{}".format(*listener.getsockname())
    options = {"username": "guest", "password": SECRET, "stream": "orders"}
    began = time.monotonic()
    message = refusal(action, spark, {**options, "endpoints": endpoint})
    assert endpoint in message
    return message, time.monotonic() - began


@pytest.fixture(scope="module")
def old_broker(brokers: Brokers) -> Broker:
    return brokers.start("3.10")


@reads_and_writes
def test_a_broker_that_is_too_old(spark: SparkSession, old_broker: Broker, action: Action) -> None:
    message = refusal(action, spark, {**old_broker.options, "stream": "orders"})
    assert "BROKER_TOO_OLD" in message
    assert old_broker.endpoint in message
    assert "3.10" in message
    assert "3.11" in message
    assert "Upgrade" in message


def test_all_that_is_wrong_with_the_options_is_told_at_once(spark: SparkSession) -> None:
    message = refusal(read, spark, {"endpoints": "127.0.0.1:none", "password": SECRET})
    assert "INVALID_OPTIONS" in message
    assert "endpoints" in message
    assert "stream" in message
