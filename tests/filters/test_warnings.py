"""What of a filter's imprecision is told in the log, and what is not where that is wanted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.elsewhere import compile_jar
from support.logs import Log

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession

    from support.streams import Stream

CLUMSY = Path(__file__).parents[1] / "extensions/java/com/example/broken/Clumsy.java"
DROPS_EMPTY_BODIES = {"filterPostFilterClass": "com.example.broken.Clumsy"}
TAKES_UNFILTERED = {"filterValues": "emea", "filterMatchUnfiltered": "true"}


@pytest.fixture
def log(spark: SparkSession) -> Iterator[Log]:
    with Log(spark) as log:
        yield log


@pytest.fixture(scope="module")
def extended(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> SparkSession:
    """A session whose tasks know the class of a user."""
    session = spark.newSession()
    jar = compile_jar(tmp_path_factory.mktemp("filters"), [CLUMSY])
    session.sql(f"add jar '{jar}'")
    return session


@pytest.fixture
def orders(stream: Stream) -> Stream:
    """Bodies that are empty have no filter value; each message has a chunk of its own."""
    stream.broker.client.publish_filtered(stream.name, ["emea", None, "apac", None, "emea"])
    return stream


def offsets(spark: SparkSession, source: Stream, **options: str) -> list[int]:
    reader = spark.read.format("rabbitmq_streams").options(**source.options, **options)
    return [row.offset for row in reader.load().select("offset").collect()]


@pytest.mark.parametrize("warns", [{}, {"filterWarningOnMismatch": "true"}], ids=str)
def test_a_task_that_drops_what_the_broker_let_through_says_so_once(
    extended: SparkSession, orders: Stream, log: Log, warns: dict[str, str]
) -> None:
    found = offsets(extended, orders, **TAKES_UNFILTERED, **DROPS_EMPTY_BODIES, **warns)
    assert found == [0, 4]
    assert log.lines("WARN") == [
        "The broker's filter let 2 messages through that filterPostFilterClass dropped:"
        f" stream={orders.name} from=0 until=5"
    ]


def test_a_task_does_not_say_so_where_that_is_not_wanted(
    extended: SparkSession, orders: Stream, log: Log
) -> None:
    quiet = {"filterWarningOnMismatch": "false"}
    found = offsets(extended, orders, **TAKES_UNFILTERED, **DROPS_EMPTY_BODIES, **quiet)
    assert found == [0, 4]
    assert log.lines("WARN") == []


def test_what_is_dropped_without_a_filter_of_the_broker_is_no_mismatch(
    extended: SparkSession, orders: Stream, log: Log
) -> None:
    assert offsets(extended, orders, **DROPS_EMPTY_BODIES) == [0, 2, 4]
    assert log.lines("WARN") == []


def test_a_read_that_drops_nothing_says_so_once(
    spark: SparkSession, orders: Stream, log: Log
) -> None:
    assert offsets(spark, orders, filterValues="emea") == [0, 4]
    (warning,) = log.lines("WARN")
    assert warning == (
        "filterValues leaves out whole chunks only: messages with other filter values come along."
        " Drop them with a condition of the query, or with filterPostFilterClass;"
        " filterWarningOnMismatch=false hides this warning."
    )


def test_a_read_that_drops_nothing_does_not_say_so_where_that_is_not_wanted(
    spark: SparkSession, orders: Stream, log: Log
) -> None:
    quiet = {"filterWarningOnMismatch": "false"}
    assert offsets(spark, orders, filterValues="emea", **quiet) == [0, 4]
    assert log.lines("WARN") == []
