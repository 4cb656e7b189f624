"""A streaming query writes to a super stream whose partitions become more, and fewer.

Each batch routes over the partitions that are there when it begins.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from support.disturbing import flows, meanwhile
from support.failures import failure, ours
from support.numbers import arrived, repeated
from support.queries import check
from support.wait import wait_until

if TYPE_CHECKING:
    import threading
    from collections.abc import Iterator
    from pathlib import Path

    from pyspark.sql import SparkSession
    from pyspark.sql.streaming.query import StreamingQuery
    from pyspark.sql.streaming.readwriter import DataStreamWriter

    from support.container import ContainerBroker
    from support.proxy import Proxy
    from support.streams import Stream, SuperStream

FORMAT = "rabbitmq_streams"


def pipeline(
    spark: SparkSession, source: Stream, sink: SuperStream, checkpoint: Path
) -> DataStreamWriter:
    """Each message is its own routing key."""
    reader = spark.readStream.format(FORMAT).options(**source.options)
    rows = reader.option("startingOffsets", "earliest").load()
    keyed = rows.selectExpr("value", "trim(cast(value as string)) as routing_key")
    writer = keyed.writeStream.format(FORMAT).options(**sink.options)
    return writer.option("checkpointLocation", str(checkpoint))


@contextmanager
def running(writer: DataStreamWriter) -> Iterator[StreamingQuery]:
    query = writer.start()
    try:
        yield query
        check(query)
    finally:
        query.stop()


def feed(source: Stream, numbers: range) -> None:
    source.publish(*(b"%d" % number for number in numbers))


def wait_for(query: StreamingQuery, sink: SuperStream, numbers: range) -> None:
    def have_come() -> bool:
        check(query)
        return set(numbers) <= set(arrived(sink))

    wait_until(have_come, 60, f"rows {numbers}", every=0.2)


def goes_where_the_client_sends_it(sink: SuperStream, numbers: range) -> None:
    """Holds for rows that came after the partitions were what they are now."""
    by_us = {m.body: m.stream for m in sink.messages() if int(m.body) in numbers}
    sink.publish(*((str(number), f"client's {number}") for number in numbers))
    by_client = {m.body: m.stream for m in sink.messages() if m.body.startswith(b"client's")}
    assert by_client == {b"client's " + value: stream for value, stream in by_us.items()}
    assert len(by_us) == len(numbers)


@pytest.fixture
def another(superstream: SuperStream) -> Iterator[Stream]:
    """A stream that is about to become a partition."""
    with superstream.broker.stream(f"{superstream.name}-another") as stream:
        yield stream


@pytest.mark.parametrize("restarts", [True, False], ids=["between runs", "while a query runs"])
def test_a_partition_that_appears_takes_its_share_of_the_next_batch(
    spark: SparkSession,
    stream: Stream,
    superstream: SuperStream,
    another: Stream,
    tmp_path: Path,
    restarts: bool,
) -> None:
    writer = pipeline(spark, stream, superstream, tmp_path)
    with running(writer) as query:
        feed(stream, range(100))
        wait_for(query, superstream, range(100))
        if not restarts:
            superstream.broker.bind(superstream.name, another.name, "another")
            feed(stream, range(100, 300))
            wait_for(query, superstream, range(300))
    if restarts:
        superstream.broker.bind(superstream.name, another.name, "another")
        feed(stream, range(100, 300))
        with running(writer) as query:
            wait_for(query, superstream, range(300))
    assert sorted(arrived(superstream)) == list(range(300))
    assert 0 < len(another.values()) < 200
    goes_where_the_client_sends_it(superstream, range(100, 300))


@pytest.mark.parametrize("restarts", [True, False], ids=["between runs", "while a query runs"])
def test_a_partition_that_is_deleted_leaves_the_next_batch_to_the_others(
    spark: SparkSession, stream: Stream, superstream: SuperStream, tmp_path: Path, restarts: bool
) -> None:
    first, gone, third = superstream.partitions
    writer = pipeline(spark, stream, superstream, tmp_path)
    with running(writer) as query:
        feed(stream, range(100))
        wait_for(query, superstream, range(100))
        kept = {*arrived(first), *arrived(third)}
        if not restarts:
            gone.delete()
            feed(stream, range(100, 300))
            wait_for(query, superstream, range(100, 300))
    if restarts:
        gone.delete()
        feed(stream, range(100, 300))
        with running(writer) as query:
            wait_for(query, superstream, range(100, 300))
    assert superstream.stream_names == [first.name, third.name]
    assert sorted(arrived(superstream)) == sorted({*kept, *range(100, 300)})
    goes_where_the_client_sends_it(superstream, range(100, 300))


def test_a_batch_whose_partition_is_deleted_fails_and_is_written_to_the_others_by_the_next_run(
    spark: SparkSession,
    stream: Stream,
    far_broker: ContainerBroker,
    proxy: Proxy,
    tmp_path: Path,
) -> None:
    stream.publish(*(b"%-1000d" % number for number in range(12_000)))
    with far_broker.superstream() as sink:
        first, gone, third = sink.partitions
        writer = pipeline(spark, stream, sink, tmp_path).trigger(availableNow=True)
        writer = writer.option("maxInFlight", "1000")

        def run() -> None:
            query = writer.start()
            try:
                assert query.awaitTermination(90), "the query did not end"
            finally:
                query.stop()

        def delete(done: threading.Event) -> None:
            assert flows(proxy, done)
            gone.delete()

        proxy.throttle(4_000_000)
        said = ours(meanwhile(lambda: failure(run), delete))
        assert said.startswith(("[NOT_CONFIRMED]", "[STREAM_NOT_FOUND]"))
        assert sink.name in said
        assert "Check that it still exists" in said
        proxy.clear()
        run()
        assert sink.stream_names == [first.name, third.name]
        repeated(arrived(sink), 12_000)
