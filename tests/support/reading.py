"""Reading with the connector, and what it says when it cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

CODE = "[RABBITMQ_STREAMS."


def read(spark: SparkSession, options: dict[str, str]) -> list[bytes]:
    """The values of all messages, in order within each stream."""
    rows = spark.read.format("rabbitmq_streams").options(**options).load().select("value")
    return [bytes(row.value) for row in rows.collect()]


def write(spark: SparkSession, options: dict[str, str], *values: str) -> None:
    rows = spark.createDataFrame([(value.encode(),) for value in values], "value binary")
    rows.write.format("rabbitmq_streams").options(**options).mode("append").save()


def refusal(spark: SparkSession, options: dict[str, str], *secrets: str) -> str:
    """What a read says that cannot be; nothing that Spark shows of it has a secret."""
    with pytest.raises((PySparkException, Py4JJavaError)) as raised:
        read(spark, options)
    everything = str(raised.value)
    assert [secret for secret in secrets if secret in everything] == []
    assert CODE in everything, everything
    return everything[everything.index(CODE) :].splitlines()[0]
