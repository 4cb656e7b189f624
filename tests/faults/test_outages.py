"""A streaming query outlives a broker that comes back, and tells of one that does not."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from pyspark.errors import PySparkException

from support.failures import ours
from support.queries import Query
from support.wait import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import SparkSession

    from support.container import ContainerBroker
    from support.proxy import Proxy
    from support.streams import Stream


def query_of(spark: SparkSession, stream: Stream, directory: Path, **options: object) -> Query:
    texts = {name: str(value) for name, value in options.items()}
    given = {**stream.options, "startingOffsets": "earliest", **texts}
    return Query(spark, given, directory / "checkpoint")


def every_row_came_once(query: Query, stream: Stream) -> bool:
    held = [(message.offset, message.body) for message in stream.messages()]
    return [(row.offset, bytes(row.value)) for row in query.rows] == held


def test_a_batch_goes_on_when_the_broker_has_restarted(
    spark: SparkSession,
    frail: ContainerBroker,
    frail_stream: Stream,
    frail_proxy: Proxy,
    tmp_path: Path,
) -> None:
    # More than the broker sends ahead, over a line that takes minutes for it.
    frail_stream.publish(*(b"%d" % number * 2000 for number in range(6000)))
    # Who plans fetches the last chunk, which should not take minutes, too.
    frail_stream.publish("last")
    query = query_of(spark, frail_stream, tmp_path)
    frail_proxy.throttle(500_000)
    with query.running() as running:
        wait_until((query.checkpoint / "offsets" / "0").exists, 60, "a batch that is planned")
        wait_until(lambda: frail.consumers(frail_stream.name), 60, "a batch that is read")
        frail.restart()
        assert query.rows == []
        frail_proxy.clear()
        frail_stream.publish("later")
        query.wait_for(running, 6002)
    assert every_row_came_once(query, frail_stream)
    assert query.batches.keys() == {0, 1}


def test_a_query_waits_for_the_broker_as_long_as_its_patience_lasts(
    spark: SparkSession, frail: ContainerBroker, frail_stream: Stream, tmp_path: Path
) -> None:
    patient = query_of(spark, frail_stream, tmp_path / "patient")
    hasty = query_of(spark, frail_stream, tmp_path / "hasty", maxWaitMs=1000)
    frail_stream.publish("a")
    with patient.running() as waiting:
        failing = hasty.start()
        patient.wait_for(waiting, 1)
        hasty.wait_for(failing, 1)
        frail.kill()
        try:
            with pytest.raises(PySparkException) as raised:
                failing.awaitTermination(60)
        finally:
            frail.start()
        assert "BROKER_UNREACHABLE" in ours(raised.value)
        assert frail.endpoint in ours(raised.value)
        frail_stream.publish("b")
        patient.wait_for(waiting, 2)
    hasty.run_available()
    assert patient.values == hasty.values == [b"a", b"b"]


def test_an_idle_query_goes_on_when_its_connections_were_cut(
    spark: SparkSession, frail_stream: Stream, frail_proxy: Proxy, tmp_path: Path
) -> None:
    query = query_of(spark, frail_stream, tmp_path)
    with query.running() as running:
        for number in range(5):
            frail_stream.publish(str(number))
            query.wait_for(running, number + 1)
            frail_proxy.cut()
    assert query.values == [b"%d" % number for number in range(5)]


def test_a_query_can_be_stopped_while_the_broker_does_not_answer(
    spark: SparkSession, frail_stream: Stream, frail_proxy: Proxy, tmp_path: Path
) -> None:
    query = query_of(spark, frail_stream, tmp_path)
    frail_stream.publish("a")
    running = query.start()
    query.wait_for(running, 1)
    frail_proxy.stall()
    with ThreadPoolExecutor() as threads:
        try:
            threads.submit(running.stop).result(20)
        finally:
            frail_proxy.clear()
    assert running.exception() is None
