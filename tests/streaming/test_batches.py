"""A streaming query reads every row once, in batches that its checkpoint remembers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streaming.conftest import Queries
    from support.streams import Stream, SuperStream


def test_a_restarted_query_repeats_nothing(stream: Stream, query_of: Queries) -> None:
    query = query_of(stream, serverSideOffsetTracking=False)
    stream.publish("a", "b")
    query.run_available()
    stream.publish("c")
    query.run_available()
    assert query.values == [b"a", b"b", b"c"]
    assert query.checkpointed() == [{stream.name: 2}, {stream.name: 3}]


def test_what_arrives_while_a_query_runs_is_read(stream: Stream, query_of: Queries) -> None:
    query = query_of(stream, serverSideOffsetTracking=False)
    with query.running() as running:
        for number in range(20):
            stream.publish(str(number))
            query.wait_for(running, number + 1)
    assert query.values == [b"%d" % number for number in range(20)]
    assert query.offsets == list(range(20))


def test_a_super_stream_gives_each_partition_in_order(
    superstream: SuperStream, query_of: Queries
) -> None:
    superstream.publish(*((str(number % 50), str(number)) for number in range(500)))
    query = query_of(superstream)
    query.run_available()
    assert sorted(query.values) == sorted(superstream.values())
    for partition in superstream.partitions:
        rows = [row.value for row in query.rows if row.stream == partition.name]
        assert [bytes(value) for value in rows] == partition.values()


def test_a_query_from_latest_reads_only_what_comes_later(stream: Stream, query_of: Queries) -> None:
    stream.publish("before")
    query = query_of(stream, startingOffsets="latest", serverSideOffsetTracking=False)
    query.run_available()
    stream.publish("after")
    query.run_available()
    assert query.values == [b"after"]
    assert query.checkpointed() == [{stream.name: 1}, {stream.name: 2}]
