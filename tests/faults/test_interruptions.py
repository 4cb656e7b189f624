"""Whatever happens to the connection: every row once, or a failure that says so."""

from __future__ import annotations

import re
import threading
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

from faults.writing import write
from support.broker import unique
from support.disturbing import flows, meanwhile
from support.failures import Golden, ours
from support.numbers import arrived, numbered
from support.threads import tasks_in
from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

    from pyspark.sql import DataFrame, SparkSession

    from support.container import ContainerBroker
    from support.proxy import Proxy
    from support.streams import Stream

MESSAGES = 300_000


@pytest.fixture(scope="module")
def filled(far_broker: ContainerBroker) -> Iterator[Stream]:
    with far_broker.stream() as stream:
        stream.publish(*(b"%d" % number * 10 for number in range(MESSAGES)))
        yield stream


def read(spark: SparkSession, stream: Stream, **options: str) -> DataFrame:
    reader = spark.read.format("rabbitmq_streams").options(**stream.options)
    return reader.options(**options).load()


def offsets(table: DataFrame) -> tuple[int, int, int, int]:
    """Every offset of the stream once gives n, n, 0, n - 1."""
    (row,) = table.selectExpr(
        "count(offset)", "count(distinct offset)", "min(offset)", "max(offset)"
    ).collect()
    return tuple(row)


EVERY_OFFSET_ONCE = (MESSAGES, MESSAGES, 0, MESSAGES - 1)


def test_a_read_survives_connections_that_are_cut(
    spark: SparkSession, filled: Stream, proxy: Proxy
) -> None:
    cuts = 0

    def cut(done: threading.Event) -> None:
        nonlocal cuts
        while cuts < 3 and flows(proxy, done):
            proxy.cut()
            cuts += 1

    proxy.throttle(6_000_000)
    assert meanwhile(lambda: offsets(read(spark, filled)), cut) == EVERY_OFFSET_ONCE
    assert cuts == 3


def test_a_slow_line_only_takes_longer(spark: SparkSession, filled: Stream, proxy: Proxy) -> None:
    proxy.delay(0.05)
    assert offsets(read(spark, filled)) == EVERY_OFFSET_ONCE


def test_silence_fails_the_task_and_never_ends_the_read(
    spark: SparkSession, filled: Stream, proxy: Proxy
) -> None:
    def stall(done: threading.Event) -> None:
        if flows(proxy, done):
            proxy.stall()

    proxy.throttle(6_000_000)
    with pytest.raises((PySparkException, Py4JJavaError)) as raised:
        meanwhile(lambda: offsets(read(spark, filled, maxWaitMs="3000")), stall)
    Golden("silence_while_reading").compare(raised.value, counts=True, stream=filled.name)


def test_a_stream_that_is_deleted_while_it_is_read_fails_the_task(
    spark: SparkSession, far_broker: ContainerBroker, proxy: Proxy
) -> None:
    with far_broker.stream() as stream:
        stream.publish(*(b"x" * 1000 for _ in range(50_000)))

        def delete(done: threading.Event) -> None:
            if flows(proxy, done):
                stream.delete()

        proxy.throttle(5_000_000)
        with pytest.raises((PySparkException, Py4JJavaError)) as raised:
            meanwhile(lambda: offsets(read(spark, stream, maxWaitMs="20000")), delete)
        golden = Golden("a_stream_that_is_deleted_while_it_is_read")
        golden.compare(raised.value, stream=stream.name)


def test_nothing_is_left_on_the_broker(
    spark: SparkSession, far_broker: ContainerBroker, filled: Stream
) -> None:
    assert len(read(spark, filled).limit(5).collect()) == 5
    assert offsets(read(spark, filled)) == EVERY_OFFSET_ONCE
    rows = spark.range(100, numPartitions=10).selectExpr("cast(string(id) as binary) as value")
    with far_broker.stream() as stream:
        rows.write.format("rabbitmq_streams").options(**stream.options).mode("append").save()
        assert len(stream.values()) == 100
        wait_until(lambda: far_broker.consumers(filled.name) == 0, 10, "consumers gone")
        wait_until(lambda: far_broker.publishers(stream.name) == 0, 10, "producers gone")


def test_connections_are_shared_and_closed_when_nobody_uses_them(
    spark: SparkSession, far_broker: ContainerBroker, filled: Stream
) -> None:
    access = far_broker.add_user("sharer", "sharer's password")

    login = {"username": access.username, "password": access.password}
    for _ in range(10):
        assert len(read(spark, filled, **login).limit(5).collect()) == 5
    # One to look things up, one to ask what the stream holds, one to consume.
    assert 0 < far_broker.connections_of(access.username) <= 3
    wait_until(
        lambda: far_broker.connections_of(access.username) == 0, 90, "no connections", every=1
    )


AWAITING_A_CHUNK = "org.sparkrabbit.read.Inbox.take"
AWAITING_CONFIRMS = "org.sparkrabbit.write.Confirms.park"
# What waits for a broker that has fallen silent waits for ten minutes; what is told to end, less.
PATIENCE, AT_ONCE = "600000", 30


@contextmanager
def held_up(
    spark: SparkSession, proxy: Proxy, work: Callable[[], object], place: str
) -> Iterator[tuple[str, Future[object], Any]]:
    """The work's group of jobs, its end, and the thread of its task.

    The broker falls silent in the midst of the work, and the task waits for it in that place.
    """
    group = unique("work")

    def grouped() -> object:
        spark.sparkContext.setJobGroup(group, "to be cancelled", interruptOnCancel=True)
        return work()

    with ThreadPoolExecutor() as threads:
        try:
            future = threads.submit(grouped)
            assert flows(proxy, threading.Event())
            proxy.stall()
            (thread,) = wait_until(lambda: tasks_in(spark, place), 30, place, every=0.2)
            yield group, future, thread
        finally:
            proxy.clear()


def cancel(spark: SparkSession, group: str, work: Future[object], place: str) -> None:
    """The work has failed, and its task does not wait any longer."""
    spark.sparkContext.cancelJobGroup(group)
    failure = work.exception(AT_ONCE)
    assert isinstance(failure, (PySparkException, Py4JJavaError))
    assert f"cancelled part of cancelled job group {group}" in str(failure)
    wait_until(lambda: not tasks_in(spark, place), AT_ONCE, "the task ended", every=0.2)


def test_a_read_that_is_cancelled_while_it_waits_ends_at_once_and_leaves_nothing(
    spark: SparkSession, far_broker: ContainerBroker, filled: Stream, proxy: Proxy
) -> None:
    proxy.throttle(6_000_000)
    table = read(spark, filled, maxWaitMs=PATIENCE).select("offset", "value")
    with held_up(spark, proxy, table.collect, AWAITING_A_CHUNK) as (group, work, _):
        assert far_broker.consumers(filled.name) == 1
        cancel(spark, group, work, AWAITING_A_CHUNK)
    wait_until(lambda: far_broker.consumers(filled.name) == 0, 30, "consumers gone")


def test_a_task_that_is_interrupted_while_it_waits_never_ends_its_range_early(
    spark: SparkSession, far_broker: ContainerBroker, filled: Stream, proxy: Proxy
) -> None:
    proxy.throttle(6_000_000)
    table = read(spark, filled, maxWaitMs=PATIENCE).select("offset", "value")
    with held_up(spark, proxy, table.collect, AWAITING_A_CHUNK) as (_, work, thread):
        thread.interrupt()
        failure = work.exception(AT_ONCE)
    assert failure
    asked_for = f"stream={filled.name} from=0 until={MESSAGES}"
    found = re.match(rf"\[INTERRUPTED\] Interrupted at offset (\d+) of {asked_for}", ours(failure))
    assert found, failure
    assert 0 < int(found[1]) < MESSAGES
    wait_until(lambda: far_broker.consumers(filled.name) == 0, 30, "consumers gone")


def test_a_write_that_is_cancelled_while_it_waits_ends_at_once_and_leaves_nothing(
    spark: SparkSession, far_broker: ContainerBroker, far_stream: Stream, proxy: Proxy
) -> None:
    rows = numbered(spark, 12_000)

    def save() -> None:
        write(rows, far_stream, publisherConfirmTimeoutMs=PATIENCE)

    proxy.throttle(4_000_000)
    with held_up(spark, proxy, save, AWAITING_CONFIRMS) as (group, work, _):
        assert far_broker.publishers(far_stream.name) == 1
        cancel(spark, group, work, AWAITING_CONFIRMS)
    wait_until(lambda: far_broker.publishers(far_stream.name) == 0, 30, "producers gone")
    sent = arrived(far_stream)
    assert sent == list(range(len(sent)))
    assert 0 < len(sent) < 12_000


CONNECTING, SHARING = (
    f"org.sparkrabbit.broker.{place}" for place in ("Connected.to", "EnvironmentPool.acquire")
)


def test_a_task_that_is_interrupted_while_it_connects_fails_no_other(
    spark: SparkSession, far_stream: Stream, proxy: Proxy
) -> None:
    far_stream.publish("a", "b", "c")
    # No connection is kept, so that the tasks share one that is being opened.
    tables = [read(spark, far_stream, environmentIdleTimeoutMs="0") for _ in range(2)]
    plans: list[Any] = [table._jdf.queryExecution().toRdd() for table in tables]
    assert [plan.getNumPartitions() for plan in plans] == [1, 1]
    with ThreadPoolExecutor() as threads:
        try:
            proxy.stall()
            works = [threads.submit(plan.count) for plan in plans]
            wait_until(lambda: len(tasks_in(spark, SHARING)) == 2, 5, "two tasks", every=0.1)
            (opening,) = tasks_in(spark, CONNECTING)
            opening.interrupt()
            done, _ = wait(works, AT_ONCE, FIRST_COMPLETED)
        finally:
            proxy.clear()
        (failed,) = done
        failure = failed.exception()
        assert failure
        assert ours(failure).startswith("[INTERRUPTED]")
        (other,) = set(works) - done
        assert other.result(AT_ONCE) == 3
