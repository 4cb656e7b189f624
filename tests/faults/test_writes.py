"""What a write survives by itself: the tests' Spark, in local[2], runs no task a second time.

A row may be there twice only if it was unconfirmed when its connection was lost, so that each loss
repeats no more rows than a task may have on their way.
"""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest

from faults.writing import IN_FLIGHT, PATIENT, Disturbance, is_left_by_all, write
from support.disturbing import flows, meanwhile
from support.failures import failure, ours
from support.numbers import arrived, firsts, numbered, repeated

if TYPE_CHECKING:
    import threading
    from collections.abc import Iterator
    from pathlib import Path

    from pyspark.sql import SparkSession

    from support.container import ContainerBroker
    from support.proxy import Proxy
    from support.streams import Stream, SuperStream

ROWS = 12_000


@pytest.fixture
def frail_superstream(frail: ContainerBroker) -> Iterator[SuperStream]:
    with frail.superstream() as superstream:
        yield superstream


@pytest.fixture(autouse=True)
def slow(frail: ContainerBroker, frail_stream: Stream, frail_proxy: Proxy) -> Iterator[None]:
    """All rows take seconds; whatever has happened, nothing is left open at the broker."""
    frail_proxy.throttle(4_000_000)
    yield
    frail_proxy.clear()
    assert frail.publishers(frail_stream.name) == 0
    is_left_by_all(frail_proxy)


@pytest.mark.parametrize(
    "options",
    [{}, {"subEntrySize": "10"}, {"dynamicBatch": "false"}],
    ids=["as it is", "in entries", "in full batches"],
)
def test_a_task_whose_connection_is_cut_three_times_sends_again_and_keeps_its_order(
    spark: SparkSession, frail_stream: Stream, frail_proxy: Proxy, options: dict[str, str]
) -> None:
    cuts = Disturbance(frail_proxy, frail_proxy.cut, times=3)
    cuts.during(lambda: write(numbered(spark, ROWS), frail_stream, **options))
    numbers = arrived(frail_stream)
    assert repeated(numbers, ROWS) <= 3 * IN_FLIGHT
    assert firsts(numbers) == list(range(ROWS))


def test_a_named_task_whose_connection_is_cut_three_times_writes_each_row_once(
    spark: SparkSession, frail_stream: Stream, frail_proxy: Proxy
) -> None:
    cuts = Disturbance(frail_proxy, frail_proxy.cut, times=3)
    cuts.during(lambda: write(numbered(spark, ROWS), frail_stream, producerName="orders"))
    assert arrived(frail_stream) == list(range(ROWS))


def test_tasks_that_spread_rows_over_partitions_survive_cuts(
    spark: SparkSession, frail_superstream: SuperStream, frail_proxy: Proxy
) -> None:
    cuts = Disturbance(frail_proxy, frail_proxy.cut, times=2)
    cuts.during(lambda: write(numbered(spark, ROWS, tasks=2), frail_superstream))
    assert repeated(arrived(frail_superstream), ROWS) <= 2 * 2 * IN_FLIGHT
    for partition in frail_superstream.partitions:
        numbers = firsts(arrived(partition))
        for half in (range(ROWS // 2), range(ROWS // 2, ROWS)):
            of_one_task = [number for number in numbers if number in half]
            assert of_one_task == sorted(of_one_task)


@pytest.mark.parametrize("how", ["restarted", "killed and started"])
def test_tasks_survive_a_broker_that_is_away_for_a_while(
    spark: SparkSession, frail: ContainerBroker, frail_stream: Stream, frail_proxy: Proxy, how: str
) -> None:
    def come_again() -> None:
        frail.stop() if how == "restarted" else frail.kill()
        frail.start()

    away = Disturbance(frail_proxy, come_again)
    away.during(lambda: write(numbered(spark, ROWS, tasks=2), frail_stream))
    assert repeated(arrived(frail_stream), ROWS) <= 2 * IN_FLIGHT


def test_a_named_task_survives_a_restart_without_a_repeated_row(
    spark: SparkSession, frail: ContainerBroker, frail_stream: Stream, frail_proxy: Proxy
) -> None:
    away = Disturbance(frail_proxy, frail.restart)
    away.during(lambda: write(numbered(spark, ROWS), frail_stream, producerName="orders"))
    assert arrived(frail_stream) == list(range(ROWS))


def test_a_broker_that_is_paused_costs_time_alone(
    spark: SparkSession, frail: ContainerBroker, frail_stream: Stream, frail_proxy: Proxy
) -> None:
    def pause(done: threading.Event) -> None:
        assert flows(frail_proxy, done)
        frail.pause()
        try:
            assert not done.wait(4), "the write has ended while nobody could confirm it"
        finally:
            frail.resume()

    meanwhile(lambda: write(numbered(spark, ROWS), frail_stream), pause)
    assert arrived(frail_stream) == list(range(ROWS))


def test_a_broker_that_stays_away_fails_the_task_in_time_and_keeps_what_it_confirmed(
    spark: SparkSession, frail: ContainerBroker, frail_stream: Stream, frail_proxy: Proxy
) -> None:
    ended = 0.0

    def written() -> str:
        nonlocal ended
        options = {"publisherConfirmTimeoutMs": "3000", "rpcTimeoutMs": "1000"}
        raised = failure(lambda: write(numbered(spark, ROWS), frail_stream, **options))
        ended = time.monotonic()
        return ours(raised)

    def kill(done: threading.Event) -> None:
        assert flows(frail_proxy, done)
        frail.kill()
        killed.append(time.monotonic())
        done.wait(60)
        frail.start()

    killed: list[float] = []
    said = meanwhile(written, kill)
    assert 2 < ended - killed[0] < 20
    assert said.startswith("[NOT_CONFIRMED]")
    assert "the others may or may not be" in said
    counts = re.search(r"Of (\d+) messages .* confirmed (\d+)", said)
    assert counts, said
    sent, confirmed = map(int, counts.groups())
    numbers = arrived(frail_stream)
    print(f"{sent} rows sent, {confirmed} confirmed, {len(numbers)} there")
    assert 0 < confirmed <= len(numbers) <= sent
    assert firsts(numbers) == list(range(len(set(numbers))))


def test_without_retries_the_first_cut_fails_the_task_which_says_what_may_be_visible(
    spark: SparkSession, frail_stream: Stream, frail_proxy: Proxy
) -> None:
    def written() -> None:
        said.append(
            ours(
                failure(lambda: write(numbered(spark, ROWS), frail_stream, retryOnRecovery="false"))
            )
        )

    said: list[str] = []
    Disturbance(frail_proxy, frail_proxy.cut).during(written)
    assert said[0].startswith("[NOT_CONFIRMED]")
    assert "visible to consumers" in said[0]
    frail_proxy.clear()
    numbers = arrived(frail_stream)
    assert numbers == list(range(len(numbers)))
    assert 0 < len(numbers) < ROWS


@pytest.mark.parametrize("how", ["cut", "restarted"])
def test_a_streaming_query_writes_on_and_no_batch_is_done_twice(
    spark: SparkSession,
    stream: Stream,
    frail: ContainerBroker,
    frail_stream: Stream,
    frail_proxy: Proxy,
    tmp_path: Path,
    how: str,
) -> None:
    stream.publish(*(b"%-1000d" % number for number in range(ROWS)))
    reader = spark.readStream.format("rabbitmq_streams").options(**stream.options)
    reader = reader.options(startingOffsets="earliest", maxRecordsPerTrigger="5000")
    writer = reader.load().select("value").writeStream.format("rabbitmq_streams")
    writer = writer.options(**frail_stream.options, **PATIENT)
    writer = writer.option("checkpointLocation", str(tmp_path)).trigger(availableNow=True)

    def run() -> None:
        query = writer.start()
        try:
            assert query.awaitTermination(120), "the query did not end"
        finally:
            query.stop()

    act = frail_proxy.cut if how == "cut" else frail.restart
    Disturbance(frail_proxy, act).during(run)
    numbers = arrived(frail_stream)
    assert repeated(numbers, ROWS) <= IN_FLIGHT
    assert firsts(numbers) == list(range(ROWS))
