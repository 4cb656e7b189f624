"""A query that began at a time tells what retention has removed since, as every other one does."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from support.queries import failure
from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from streaming.conftest import Queries
    from support.broker import Broker
    from support.streams import Stream


@pytest.fixture
def small(broker: Broker) -> Iterator[Stream]:
    """A stream that keeps little."""
    with broker.stream(max_bytes=1_000_000, segment_bytes=500_000) as stream:
        yield stream


def fill_until_removed(small: Stream, offset: int) -> int:
    """Until the offset is gone, and what is left begins with no message: the first offset."""
    client = small.broker.client
    client.store_offset(small.name, "somebody", 0)

    def removed() -> bool:
        small.publish(*(b"x" * 1000 for _ in range(100)))
        return client.first_offset(small.name) > offset

    wait_until(removed, 60, f"retention of {small.name}")
    first = client.first_offset(small.name)
    # The broker begins its files with what is stored.
    assert small.messages()[0].offset == first + 1
    return first


def test_what_was_removed_after_the_last_run_is_data_loss(small: Stream, query_of: Queries) -> None:
    small.publish("a", "b", "c")
    begin = small.messages()[0].timestamp
    query = query_of(
        small, startingOffsets="timestamp", startingTimestamp=begin, serverSideOffsetTracking=False
    )
    query.run_available()
    assert query.values == [b"a", b"b", b"c"]
    first = fill_until_removed(small, 3)
    message = failure(query)
    assert "[RABBITMQ_STREAMS.DATA_LOSS]" in message
    assert f"offsets 3 to {first - 1} are gone. The stream now begins at offset {first}" in message
    query.options["failOnDataLoss"] = "false"
    query.run_available()
    assert query.offsets[3:] == [message.offset for message in small.messages()]


def test_what_was_removed_of_a_time_that_has_come_since_the_last_run_is_data_loss(
    small: Stream, query_of: Queries
) -> None:
    small.publish("before")
    begin = time.time_ns() // 1_000_000 + 3_000
    query = query_of(
        small, startingOffsets="timestamp", startingTimestamp=begin, serverSideOffsetTracking=False
    )
    query.run_available()
    assert query.values == []
    wait_until(lambda: time.time_ns() // 1_000_000 > begin, 30, "the time to begin at")
    first = fill_until_removed(small, 1)
    message = failure(query)
    assert "[RABBITMQ_STREAMS.DATA_LOSS]" in message
    assert f"offsets 1 to {first - 1} are gone. The stream now begins at offset {first}" in message
