"""The connector's failures are recognised in whatever PySpark raises."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

from spark_rabbitmq_streams import OptionsError, RabbitStreamsFailure, Source, failure_of
from spark_rabbitmq_streams._codes import CODES

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from support.streams import Stream

ROOT = Path(__file__).parents[2]


def test_a_missing_stream_is_recognised(spark: SparkSession, stream: Stream) -> None:
    access = stream.broker.options
    missing = spark.read.format("rabbitmq_streams").options(**access, stream="no-such-stream")
    with pytest.raises((PySparkException, Py4JJavaError)) as raised:
        missing.load().count()
    failure = failure_of(raised.value)
    assert failure is not None
    assert (failure.code, failure.category, failure.is_retryable) == (
        "STREAM_NOT_FOUND",
        "config",
        False,
    )
    assert "no-such-stream" in failure.message
    assert "\tat " not in failure.message
    assert "RABBITMQ_STREAMS" not in failure.message


def test_a_failure_of_a_task_is_recognised(spark: SparkSession, stream: Stream) -> None:
    rows = spark.range(1).selectExpr("cast(null as binary) as value")
    writer = rows.write.format("rabbitmq_streams").options(**stream.options).mode("append")
    with pytest.raises((PySparkException, Py4JJavaError)) as raised:
        writer.save()
    failure = failure_of(raised.value)
    assert failure is not None
    assert (failure.code, failure.category) == ("INVALID_ROW", "data")
    assert "\tat " not in failure.message
    assert "Driver stacktrace" not in failure.message


def test_refused_options_are_recognised_on_either_side(spark: SparkSession) -> None:
    with pytest.raises(PySparkException) as of_connector:
        spark.read.format("rabbitmq_streams").options(stream="orders").load()
    with pytest.raises(OptionsError) as of_builder:
        Source(stream="orders", superstream="orders")
    for raised in (of_connector.value, of_builder.value):
        failure = failure_of(raised)
        assert failure is not None
        assert (failure.code, failure.category) == ("INVALID_OPTIONS", "config")
        assert failure.message.startswith("The options cannot be used:\n  - set e")


def test_a_failure_inside_another_exception_is_recognised() -> None:
    inner = RuntimeError("[RABBITMQ_STREAMS.BROKER_UNREACHABLE] Nobody answers at rabbit:5552.\n")
    caused, during = KeyError("nightly"), KeyError("nightly")
    caused.__cause__ = inner
    during.__context__ = inner
    unreachable = RabbitStreamsFailure(
        "BROKER_UNREACHABLE", "transient_network", True, "Nobody answers at rabbit:5552."
    )
    assert failure_of(caused) == failure_of(during) == unreachable


def test_the_message_ends_where_the_stack_begins() -> None:
    text = (
        "An error occurred while calling o1.save.\n: org.apache.spark.SparkException: Job aborted\n"
        "\tat org.apache.spark.Task.run(Task.scala:1)\n"
        "Caused by: org.sparkrabbit.errors.RabbitStreamsException:"
        " [RABBITMQ_STREAMS.NOT_CONFIRMED] Two messages\n  - one\n  - two\nare not confirmed.\n"
        "\tat org.sparkrabbit.write.Confirms.await(Confirms.java:1)\n"
        "Caused by: [RABBITMQ_STREAMS.DATA_LOSS] Another one.\n"
    )
    failure = failure_of(Exception(text))
    assert failure is not None
    assert failure.code == "NOT_CONFIRMED"
    assert failure.message == "Two messages\n  - one\n  - two\nare not confirmed."


def test_other_failures_are_not_ours() -> None:
    assert failure_of(ValueError("no such thing")) is None
    assert failure_of(ValueError("[RABBITMQ] is mentioned")) is None


def test_a_code_that_is_not_known_here_is_never_retryable() -> None:
    failure = failure_of(Exception("[RABBITMQ_STREAMS.OF_ANOTHER_VERSION] Something new."))
    assert failure == RabbitStreamsFailure(
        "OF_ANOTHER_VERSION", "internal", False, "Something new."
    )


def test_a_chain_that_bites_its_tail_ends() -> None:
    one, other = ValueError("one"), ValueError("other")
    one.__cause__, other.__cause__ = other, one
    assert failure_of(one) is None


def test_every_code_of_the_connector_is_known() -> None:
    page = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
    assert [code for code in CODES if not re.search(rf"\b{code}\b", page)] == []
