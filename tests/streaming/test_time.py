"""A query from a time on reads the chunks of that time or later, and nothing of those before."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import pytest

from support.queries import failure
from support.wait import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from streaming.conftest import Queries
    from support.queries import Query
    from support.streams import Stream, SuperStream

FAR_FUTURE = "2100-01-01T00:00:00Z"
UNTRACKED = {"serverSideOffsetTracking": False}


def now() -> int:
    """The broker has the same clock."""
    return time.time_ns() // 1_000_000


def wait_for_time(millis: int) -> None:
    wait_until(lambda: now() > millis, 30, f"the time {millis}")


def publish_one_by_one(stream: Stream, *values: str) -> list[int]:
    """Each in a chunk of its own time; these times."""
    for value in values:
        wait_for_time(now() + 2)
        stream.publish(value)
    times = [message.timestamp for message in stream.messages()][-len(values) :]
    assert times == sorted(set(times))
    return times


@pytest.fixture
def query_from(query_of: Queries, tmp_path: Path) -> Queries:
    """A new query, with a checkpoint of its own, for each time."""

    def make(source: Stream | SuperStream, *columns: str, **options: object) -> Query:
        query = query_of(source, *columns, **{"startingOffsets": "timestamp", **options})
        query.checkpoint = tmp_path / f"checkpoint-{len(list(tmp_path.iterdir()))}"
        return query

    return make


def test_a_query_begins_with_the_first_chunk_of_a_time_or_later(
    stream: Stream, query_from: Queries
) -> None:
    first, second, third = publish_one_by_one(stream, "a", "b", "c")
    found = {}
    for begin in (0, first, first + 1, second, second + 1, third + 1):
        query = query_from(stream, startingTimestamp=begin, **UNTRACKED)
        query.run_available()
        found[begin] = query.offsets
    assert found == {
        0: [0, 1, 2],
        first: [0, 1, 2],
        first + 1: [1, 2],
        second: [1, 2],
        second + 1: [2],
        third + 1: [],
    }


def test_a_chunk_is_of_one_time_and_never_cut(stream: Stream, query_from: Queries) -> None:
    chunks: dict[int, list[int]] = {}

    def are_of_several_times() -> bool:
        stream.publish(*map(str, range(5_000)))
        chunks.clear()
        for message in stream.messages():
            chunks.setdefault(message.timestamp, []).append(message.offset)
        return len(chunks) >= 3

    wait_until(are_of_several_times, 30, "chunks of three times")
    _, *later = sorted(chunks)
    largest = max(later, key=lambda millis: len(chunks[millis]))
    assert len(chunks[largest]) > 1
    for begin in (largest, later[-1]):
        query = query_from(stream, startingTimestamp=begin, **UNTRACKED)
        query.run_available()
        assert query.offsets == [
            offset for millis in later if millis >= begin for offset in chunks[millis]
        ]


def test_a_query_from_after_all_data_waits_for_what_comes(
    stream: Stream, query_from: Queries
) -> None:
    (last,) = publish_one_by_one(stream, "before")
    query = query_from(stream, startingTimestamp=last + 1, **UNTRACKED)
    with query.running() as running:
        stream.publish("after")
        query.wait_for(running, 1)
    assert query.values == [b"after"]


def test_what_arrives_before_a_time_in_the_future_is_not_read(
    stream: Stream, query_from: Queries
) -> None:
    stream.publish("long before")
    begin = now() + 4_000
    query = query_from(stream, startingTimestamp=begin)
    with query.running() as running:
        stream.publish("before", "before, too")
        wait_for_time(begin)
        stream.publish("after")
        query.wait_for(running, 1)
        stream.publish("later")
        query.wait_for(running, 2)
    early = [message for message in stream.messages() if message.timestamp < begin]
    assert [message.body for message in early] == [b"long before", b"before", b"before, too"]
    assert query.values == [b"after", b"later"]


def test_a_time_in_the_future_holds_over_restarts_and_in_every_split(
    stream: Stream, query_from: Queries
) -> None:
    begin = now() + 6_000
    query = query_from(stream, startingTimestamp=begin, minPartitions=3, **UNTRACKED)
    query.run_available()
    stream.publish("a", "b", "c")
    query.run_available()
    # Spark begins every query with a batch.
    assert query.batches == {0: []}
    stream.publish("d")
    assert max(message.timestamp for message in stream.messages()) < begin
    wait_for_time(begin)
    stream.publish(*map(str, range(9)))
    query.run_available()
    query.run_available()
    assert query.values == [b"%d" % number for number in range(9)]
    assert query.offsets == [*range(4, 13)]
    assert query.checkpointed() == [{stream.name: 0}, {stream.name: 13}]


def test_an_empty_stream_that_is_filled_5_s_later_is_read(
    stream: Stream, query_from: Queries
) -> None:
    begin = now()
    query = query_from(stream, startingTimestamp=begin, **UNTRACKED)
    with query.running() as running:
        wait_for_time(begin + 5_000)
        stream.publish("a", "b")
        query.wait_for(running, 2)
    query.run_available()
    stream.publish("c")
    query.run_available()
    assert query.values == [b"a", b"b", b"c"]


def test_a_time_after_all_data_is_an_error_where_that_is_wanted(
    stream: Stream, query_from: Queries
) -> None:
    times = publish_one_by_one(stream, "a", "b")
    strict = {"startingOffsetsByTimestampStrategy": "error"}
    query = query_from(stream, startingTimestamp=times[1], **strict)
    query.run_available()
    assert query.values == [b"b"]
    query = query_from(stream, startingTimestamp=FAR_FUTURE, **strict)
    message = failure(query)
    assert "[RABBITMQ_STREAMS.NO_MESSAGE_AT_TIME]" in message
    assert f"The stream '{stream.name}' holds no message at or after 4102444800000" in message


def test_each_stream_may_begin_at_a_time_of_its_own(
    superstream: SuperStream, query_from: Queries
) -> None:
    first, second, third = superstream.partitions
    _, middle, _ = publish_one_by_one(first, "a", "b", "c")
    second.publish("unread")
    third.publish("d")
    times = {first.name: middle, second.name: FAR_FUTURE, third.name: "-1h"}
    query = query_from(superstream, startingOffsetsByTimestamp=json.dumps(times), **UNTRACKED)
    del query.options["startingOffsets"]
    query.run_available()
    second.publish("unread, too")
    third.publish("e")
    query.run_available()
    assert sorted(query.values) == [b"b", b"c", b"d", b"e"]
    assert query.checkpointed()[-1] == {first.name: 3, second.name: 1, third.name: 2}


def test_a_distance_back_is_counted_from_the_first_start_alone(
    stream: Stream, query_from: Queries
) -> None:
    publish_one_by_one(stream, "long ago")
    wait_for_time(now() + 2)
    query = query_from(stream, startingTimestamp="-1ms", **UNTRACKED)
    query.run_available()
    publish_one_by_one(stream, "since then")
    wait_for_time(now() + 2)
    query.run_available()
    assert query.values == [b"since then"]
    hour = query_from(stream, startingTimestamp="-1h", **UNTRACKED)
    hour.run_available()
    assert hour.values == [b"long ago", b"since then"]
