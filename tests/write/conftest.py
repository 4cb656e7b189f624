"""What the tests of writing share: how they write, and how they are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

from support.broker import unique
from support.logs import Log
from support.streams import Stream, SuperStream

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import DataFrame, SparkSession

    from support.broker import Broker


class Write(Protocol):
    def __call__(self, rows: DataFrame, target: Stream | SuperStream, **options: str) -> None: ...


class Refusal(Protocol):
    def __call__(self, rows: DataFrame, target: Stream | SuperStream, **options: str) -> str: ...


class Rows(Protocol):
    def __call__(self, columns: str, *rows: tuple[object, ...]) -> DataFrame: ...


@pytest.fixture
def write() -> Write:
    """Appends rows to a stream or super stream, with these options besides."""

    def write(rows: DataFrame, target: Stream | SuperStream, **options: str) -> None:
        writer = rows.write.format("rabbitmq_streams").options(**target.options)
        writer.options(**options).mode("append").save()

    return write


@pytest.fixture
def refusal(write: Write) -> Refusal:
    """All that Spark says when such a write fails."""

    def refusal(rows: DataFrame, target: Stream | SuperStream, **options: str) -> str:
        with pytest.raises((PySparkException, Py4JJavaError)) as raised:
            write(rows, target, **options)
        return str(raised.value)

    return refusal


@pytest.fixture
def rows(spark: SparkSession) -> Rows:
    """A DataFrame of one task, with the columns of a DDL string."""
    return lambda columns, *rows: spark.createDataFrame(list(rows), columns).coalesce(1)


@pytest.fixture
def missing(broker: Broker) -> Iterator[Stream]:
    """A name that nothing has; what is created under it is deleted."""
    with Stream(broker, unique("stream")) as missing:
        yield missing


@pytest.fixture
def missing_superstream(broker: Broker) -> Iterator[SuperStream]:
    with SuperStream(broker, unique("superstream")) as missing:
        yield missing


@pytest.fixture
def log(spark: SparkSession) -> Iterator[Log]:
    with Log(spark) as log:
        yield log


@pytest.fixture
def one_row(rows: Rows) -> DataFrame:
    return rows("value binary, routing_key string", (b"one", "0"))
