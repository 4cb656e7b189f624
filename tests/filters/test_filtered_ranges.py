"""Where a filtered read begins and ends, and what it does when the stream changes meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

from support.disturbing import flows, meanwhile
from support.failures import Golden
from support.patience import PATIENT, at_once
from support.wait import wait_until

if TYPE_CHECKING:
    import threading

    from pyspark.sql import DataFrame

    from filters.conftest import Read
    from support.broker import Broker
    from support.proxy import Proxy
    from support.streams import Stream

FAILURES = (PySparkException, Py4JJavaError)


def offsets(table: DataFrame) -> list[int]:
    return sorted(row.offset for row in table.select("offset").collect())


def publish(stream: Stream, *filter_values: str | None) -> None:
    stream.broker.client.publish_filtered(stream.name, filter_values)


@pytest.fixture
def gapped(stream: Stream) -> Stream:
    """Matches at 1, 2 and 8, others at 0, 3, 9; stored offsets at 4 to 7 and 10 to 12."""
    publish(stream, "b", "a", "a", "b")
    stream.store_offsets(4)
    publish(stream, "a", "b")
    stream.store_offsets(3)
    return stream


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (0, 1, []),
        (0, 2, [1]),
        (0, 3, [1, 2]),
        (0, 6, [1, 2]),
        (2, 9, [2, 8]),
        (3, 4, []),
        (4, 8, []),
        (5, 7, []),
        (5, 9, [8]),
        (8, 13, [8]),
        (9, 13, []),
        (10, 12, []),
        (0, 13, [1, 2, 8]),
    ],
)
def test_a_range_may_begin_and_end_in_gaps(
    read: Read, gapped: Stream, start: int, end: int, expected: list[int]
) -> None:
    table = read(
        gapped,
        "a",
        startingOffsets="offset",
        startingOffset=str(start),
        endingOffsets="offset",
        endingOffset=str(end),
        **PATIENT,
    )
    with at_once():
        assert offsets(table) == expected


@pytest.mark.parametrize("pieces", [2, 5, 13])
def test_pieces_with_gaps_hold_each_match_once(read: Read, gapped: Stream, pieces: int) -> None:
    with at_once():
        assert offsets(read(gapped, "a", minPartitions=str(pieces), **PATIENT)) == [1, 2, 8]


def test_an_empty_stream_gives_no_row(read: Read, stream: Stream) -> None:
    with at_once():
        assert offsets(read(stream, "a", **PATIENT)) == []


@pytest.mark.parametrize("initial", [1, 2, 3, 10, 100])
def test_initial_credits_change_nothing(read: Read, stream: Stream, initial: int) -> None:
    publish(stream, *["a", "b"] * 150)
    table = read(stream, "a", initialCredits=str(initial), **PATIENT)
    with at_once():
        assert offsets(table) == [*range(0, 300, 2)]


def test_a_queue_for_one_message_changes_nothing(read: Read, stream: Stream) -> None:
    publish(stream, *["a", "b"] * 150)
    table = read(stream, "a", queueCapacity="1", **PATIENT)
    with at_once():
        assert offsets(table) == [*range(0, 300, 2)]


def test_a_condition_drops_what_comes_along_in_the_same_chunk(read: Read, stream: Stream) -> None:
    stream.broker.client.publish_filtered(stream.name, ["a", "b", None] * 1_000, unconfirmed=500)
    table = read(stream, "a")
    assert offsets(table.where("properties.subject = 'a'")) == [*range(0, 3_000, 3)]
    assert set(range(0, 3_000, 3)) <= set(offsets(table)) <= set(range(3_000))


def test_an_end_beyond_the_stream_is_waited_for_and_never_cut_short(
    read: Read, stream: Stream
) -> None:
    publish(stream, "a", "b", "a")
    table = read(stream, "a", endingOffsets="offset", endingOffset="5", maxWaitMs="1500")
    with pytest.raises(FAILURES) as raised:
        offsets(table)
    message = str(raised.value)
    assert "[RABBITMQ_STREAMS.NO_PROGRESS]" in message
    assert "the next offset would have been 3" in message


def test_messages_that_do_not_match_reach_an_end_that_is_waited_for(
    read: Read, stream: Stream
) -> None:
    publish(stream, "a", "b", "a")
    table = read(stream, "a", endingOffsets="offset", endingOffset="5", maxWaitMs="20000")
    # The range is planned now, while its end is still ahead.
    assert table.rdd.getNumPartitions() == 1
    publish(stream, "b", "b", "a")
    assert offsets(table) == [0, 2]


def test_a_read_that_loses_its_connections_loses_no_match(
    read: Read, sales: Stream, proxy: Proxy
) -> None:
    cuts = 0

    def cut(done: threading.Event) -> None:
        nonlocal cuts
        while cuts < 3 and flows(proxy, done, 5_000):
            proxy.cut()
            cuts += 1

    proxy.throttle(12_000)
    found = meanwhile(lambda: offsets(read(sales, "apac,amer")), cut)
    assert found == [offset for offset in range(1_000) if offset % 4 in (1, 2)]
    assert cuts == 3


def fill_until_offset_2_is_gone(stream: Stream) -> None:
    client = stream.broker.client

    def is_gone() -> bool:
        stream.publish(*(b"x" * 100_000 for _ in range(10)))
        return client.first_offset(stream.name) > 2

    wait_until(is_gone, 60, "messages removed by retention")


def test_what_retention_may_have_removed_fails_the_read(read: Read, broker: Broker) -> None:
    with broker.stream(max_bytes=1_000_000, segment_bytes=500_000) as stream:
        publish(stream, "a", "b", "b")
        planned = read(stream, "a").rdd
        assert planned.getNumPartitions() == 1
        fill_until_offset_2_is_gone(stream)
        with pytest.raises(FAILURES) as raised:
            planned.count()
        golden = Golden("messages_that_retention_may_have_removed_before_a_filter_passed")
        golden.compare(raised.value, counts=True, stream=stream.name)


def test_what_retention_may_have_removed_is_stepped_over_if_wanted(
    read: Read, broker: Broker
) -> None:
    with broker.stream(max_bytes=1_000_000, segment_bytes=500_000) as stream:
        publish(stream, "a", "b", "b")
        planned = read(stream, "a", failOnDataLoss="false").rdd
        assert planned.getNumPartitions() == 1
        fill_until_offset_2_is_gone(stream)
        assert planned.count() == 0
