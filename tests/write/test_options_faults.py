"""What a writer does while its broker is silent, and after its connection was lost."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

from support.disturbing import flows, meanwhile

if TYPE_CHECKING:
    import threading

    from pyspark.sql import DataFrame, SparkSession

    from support.container import ContainerBroker
    from support.proxy import Proxy
    from support.streams import Stream
    from write.conftest import Refusal, Write


def numbers(spark: SparkSession, count: int) -> DataFrame:
    """Rows of one task, each of 1,000 bytes."""
    return spark.range(count, numPartitions=1).selectExpr(
        "cast(rpad(string(id), 1000, ' ') as binary) as value"
    )


@pytest.mark.parametrize(
    ("options", "unconfirmed"),
    [
        (
            {"publisherConfirmTimeoutMs": "2500", "maxInFlight": "100", "enqueueTimeoutMs": "0"},
            "no answer within 2500 ms",
        ),
        ({"enqueueTimeoutMs": "2500", "maxInFlight": "100"}, "no answer within 2500 ms"),
    ],
    ids=["no confirm comes", "no room comes"],
)
def test_a_silent_broker_fails_the_task_in_time(
    spark: SparkSession,
    far_stream: Stream,
    proxy: Proxy,
    refusal: Refusal,
    options: dict[str, str],
    unconfirmed: str,
) -> None:
    # Closing asks the broker, too.
    options |= {"rpcTimeoutMs": "1000"}
    began = 0.0

    def stall(done: threading.Event) -> None:
        nonlocal began
        assert flows(proxy, done, 1_000_000)
        proxy.stall()
        began = time.monotonic()

    message = meanwhile(lambda: refusal(numbers(spark, 1_000_000), far_stream, **options), stall)
    assert time.monotonic() - began < 15
    assert "NOT_CONFIRMED" in message
    assert unconfirmed in message
    assert "trying the task again sends all of them once more" in message


def test_a_commit_that_lacks_confirms_fails_with_counts_and_the_first_cause(
    spark: SparkSession, far_stream: Stream, proxy: Proxy, refusal: Refusal
) -> None:
    # All rows are on their way at once, each in a frame of its own, over a slow line.
    options = {"publisherConfirmTimeoutMs": "2500", "batchSize": "1", "rpcTimeoutMs": "1000"}

    def stall(done: threading.Event) -> None:
        assert flows(proxy, done, 25_000)
        proxy.stall()

    proxy.throttle(40_000)
    message = meanwhile(lambda: refusal(numbers(spark, 50), far_stream, **options), stall)
    proxy.clear()
    assert "NOT_CONFIRMED" in message
    counts = re.search(
        rf"Of 50 messages sent to stream={far_stream.name} the broker confirmed (\d+);"
        r" the first cause: no answer within 2500 ms\. ",
        message,
    )
    assert counts, message
    assert "The confirmed ones are visible to consumers, the others may or may not be" in message
    confirmed, values = int(counts[1]), [int(value) for value in far_stream.values()]
    assert 0 < confirmed <= len(values)
    assert confirmed < 50
    assert values == list(range(len(values)))


def write_through_a_cut(
    spark: SparkSession, stream: Stream, proxy: Proxy, write: Write, **options: str
) -> None:
    """Cuts the connection when all rows are with the client, and some with the broker."""
    options |= {"maxInFlight": "20000", "recoveryBackOffDelayPolicy": "100ms"}

    def cut(done: threading.Event) -> None:
        assert flows(proxy, done, 2_000_000)
        proxy.cut()

    proxy.throttle(3_000_000)
    meanwhile(lambda: write(numbers(spark, 15_000), stream, **options), cut)


def test_what_was_unconfirmed_is_sent_again_after_a_lost_connection(
    spark: SparkSession, far_stream: Stream, proxy: Proxy, write: Write
) -> None:
    write_through_a_cut(spark, far_stream, proxy, write)
    proxy.clear()
    assert {int(value) for value in far_stream.values()} == set(range(15_000))


def test_a_named_producer_sends_again_and_nothing_is_there_twice(
    spark: SparkSession, far_stream: Stream, proxy: Proxy, write: Write
) -> None:
    write_through_a_cut(spark, far_stream, proxy, write, producerName="orders")
    proxy.clear()
    assert [int(value) for value in far_stream.values()] == list(range(15_000))


def test_without_retries_a_lost_connection_fails_the_task(
    spark: SparkSession, far_stream: Stream, proxy: Proxy, write: Write
) -> None:
    with pytest.raises((PySparkException, Py4JJavaError)) as raised:
        write_through_a_cut(spark, far_stream, proxy, write, retryOnRecovery="false")
    assert "NOT_CONFIRMED" in str(raised.value)


def test_the_broker_shows_the_names_of_producers(
    spark: SparkSession, far_broker: ContainerBroker, far_stream: Stream, proxy: Proxy, write: Write
) -> None:
    names = []

    def look(done: threading.Event) -> None:
        assert flows(proxy, done, 10_000)
        names.extend(far_broker.publisher_names(far_stream.name))
        proxy.clear()

    proxy.throttle(200_000)
    meanwhile(lambda: write(numbers(spark, 4_000), far_stream, producerName="orders"), look)
    (name,) = names
    assert name.startswith("orders-p0-t")
    assert far_broker.client.last_publishing_id(far_stream.name, name) == 4_000
