"""How much a batch reads is limited exactly, no stream starves, and what waits is not forgotten."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest

from support.queries import Query, failure, progresses
from support.traffic import traffic
from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

    from streaming.conftest import Queries
    from support.broker import Broker
    from support.streams import Stream, SuperStream

UNTRACKED = {"serverSideOffsetTracking": False}


def fill(superstream: SuperStream, *counts: int) -> list[str]:
    """Fills each partition with so many messages, and returns the names."""
    for partition, count in zip(superstream.partitions, counts, strict=True):
        partition.publish(*map(str, range(count)))
    return superstream.stream_names


def shares(query: Query) -> list[dict[str, int]]:
    """How many rows of each stream each batch brought."""
    batches = [rows for _, rows in sorted(query.batches.items()) if rows]
    streams = [[row.stream for row in rows] for rows in batches]
    return [{name: batch.count(name) for name in sorted(set(batch))} for batch in streams]


def test_batches_have_exactly_as_many_rows_as_they_may(stream: Stream, query_of: Queries) -> None:
    stream.publish(*map(str, range(25)))
    query = query_of(stream, maxRecordsPerTrigger=10, **UNTRACKED)
    query.run_available()
    assert query.sizes == [10, 10, 5]
    assert query.checkpointed() == [{stream.name: 10}, {stream.name: 20}, {stream.name: 25}]
    assert query.offsets == [*range(25)]


def test_batches_of_one_row_read_every_row(stream: Stream, query_of: Queries) -> None:
    stream.publish(*map(str, range(7)))
    query = query_of(stream, maxRecordsPerTrigger=1)
    query.run_available()
    assert query.sizes == [1] * 7
    assert query.offsets == [*range(7)]


def test_a_limit_of_the_largest_long_limits_nothing(
    superstream: SuperStream, query_of: Queries
) -> None:
    fill(superstream, 300, 200, 100)
    limit = 2**63 - 1
    query = query_of(superstream, maxRecordsPerTrigger=limit, maxBytesPerTrigger=limit, **UNTRACKED)
    query.run_available()
    assert query.sizes == [600]


@pytest.mark.parametrize("limit", ["9223372036854775808", "0", "-1", "1e6"])
def test_a_limit_that_is_no_number_of_rows_is_refused(
    stream: Stream, query_of: Queries, limit: str
) -> None:
    message = failure(query_of(stream, maxRecordsPerTrigger=limit))
    assert "[RABBITMQ_STREAMS.INVALID_OPTIONS]" in message
    assert "maxRecordsPerTrigger" in message


def test_a_limit_is_shared_in_proportion_to_what_is_pending(
    superstream: SuperStream, query_of: Queries
) -> None:
    first, second, third = fill(superstream, 60, 30, 10)
    query = query_of(superstream, maxRecordsPerTrigger=50, **UNTRACKED)
    query.run_available()
    assert shares(query) == [{first: 30, second: 15, third: 5}] * 2
    assert query.checkpointed() == [
        {first: 30, second: 15, third: 5},
        {first: 60, second: 30, third: 10},
    ]


def test_streams_take_turns_where_a_limit_is_below_their_number(
    superstream: SuperStream, query_of: Queries
) -> None:
    first, second, third = fill(superstream, 4, 4, 4)
    query = query_of(superstream, maxRecordsPerTrigger=2, **UNTRACKED)
    query.run_available()
    assert (
        shares(query)
        == [
            {first: 1, second: 1},
            {first: 1, third: 1},
            {second: 1, third: 1},
        ]
        * 2
    )


def test_no_stream_starves_below_a_limit_of_one(broker: Broker, query_of: Queries) -> None:
    with broker.superstream(partitions=4) as superstream:
        names = fill(superstream, 2, 2, 2, 2)
        query = query_of(superstream, maxRecordsPerTrigger=1, **UNTRACKED)
        query.run_available()
    assert [row.stream for row in query.rows] == sorted(names) * 2
    assert query.sizes == [1] * 8


def test_bytes_are_limited_by_an_estimate_and_then_by_what_chunks_had(
    stream: Stream, query_of: Queries
) -> None:
    stream.publish(*(b"x" * 1000 for _ in range(100)))
    # With the sections of AMQP and its size before it, each takes 1012 bytes in a chunk.
    query = query_of(stream, maxBytesPerTrigger=20_240, estimatedMessageSizeBytes=4048, **UNTRACKED)
    query.run_available()
    assert query.sizes == [5, 20, 20, 20, 20, 15]
    assert query.offsets == [*range(100)]


def test_a_message_above_the_limit_of_bytes_comes_alone(stream: Stream, query_of: Queries) -> None:
    stream.publish(*(b"x" * 1000 for _ in range(4)))
    query = query_of(stream, maxBytesPerTrigger=10, **UNTRACKED)
    query.run_available()
    assert query.sizes == [1] * 4


@pytest.mark.parametrize(("rows", "sizes"), [(3, [3, 3, 3, 3]), (8, [5, 7])])
def test_of_rows_and_bytes_the_narrower_limit_counts(
    stream: Stream, query_of: Queries, rows: int, sizes: list[int]
) -> None:
    stream.publish(*(b"x" * 1000 for _ in range(12)))
    query = query_of(
        stream,
        maxRecordsPerTrigger=rows,
        maxBytesPerTrigger=10_120,
        estimatedMessageSizeBytes=2024,
        **UNTRACKED,
    )
    query.run_available()
    assert query.sizes == sizes


def test_a_batch_waits_for_as_much_as_is_wanted(stream: Stream, query_of: Queries) -> None:
    query = query_of(stream, minOffsetsPerTrigger=10, maxTriggerDelay="1h", **UNTRACKED)
    stream.publish("first")
    with query.running() as running:
        # Nobody knows how long the first one has waited.
        query.wait_for(running, 1)
        for number in range(9):
            stream.publish(str(number))
        stream.publish("ninth")
        query.wait_for(running, 11)
    assert query.sizes == [1, 10]


def test_a_batch_does_not_wait_longer_than_it_should(stream: Stream, query_of: Queries) -> None:
    query = query_of(stream, minOffsetsPerTrigger=1000, maxTriggerDelay="3s", **UNTRACKED)
    stream.publish("first")
    with query.running() as running:
        query.wait_for(running, 1)
        stream.publish("second")
        query.wait_for(running, 2)

        def told() -> list[str]:
            batches = [each for each in progresses(running) if each["numInputRows"]]
            return [each["timestamp"] for each in batches] if len(batches) == 2 else []

        first, second = wait_until(told, 30, "the progress of both batches")
    # What is told is when a trigger began that led to a batch.
    assert (datetime.fromisoformat(second) - datetime.fromisoformat(first)).total_seconds() > 2.9


def test_a_minimum_never_keeps_a_query_of_what_is_available_from_its_end(
    stream: Stream, query_of: Queries
) -> None:
    query = query_of(stream, minOffsetsPerTrigger=1000, maxTriggerDelay="1h", **UNTRACKED)
    stream.publish("a", "b")
    query.run_available()
    stream.publish("c")
    query.run_available()
    assert query.values == [b"a", b"b", b"c"]


def test_what_is_available_ends_while_more_keeps_coming(stream: Stream, query_of: Queries) -> None:
    query = query_of(stream, maxRecordsPerTrigger=200)
    with traffic(stream, pause=0.001) as sent:
        wait_until(lambda: sent.sent >= 1_000, 60, "1000 messages")
        query.run_available()
        ended_after = sent.sent
    assert 1_000 <= len(query.rows) <= ended_after
    assert query.offsets == [*range(len(query.rows))]
    assert set(query.sizes[:-1]) == {200}
    # Those that came later are read by the next run, once.
    query.run_available()
    assert query.values == [b"%d" % number for number in range(sent.sent)]


def test_what_is_available_of_an_empty_stream_is_nothing(stream: Stream, query_of: Queries) -> None:
    query = query_of(stream, maxRecordsPerTrigger=5)
    query.run_available()
    query.run_available()
    # Spark begins every query with a batch.
    assert query.batches == {0: []}
    stream.publish("a")
    query.run_available()
    query.run_available()
    assert query.values == [b"a"]
    assert query.checkpointed() == [{stream.name: 0}, {stream.name: 1}]


def test_an_idle_super_stream_gives_no_batch(superstream: SuperStream, query_of: Queries) -> None:
    first, second, third = fill(superstream, 2, 0, 1)
    query = query_of(superstream)
    query.run_available()
    query.run_available()
    assert len(query.batches) == 1
    assert query.checkpointed() == [{first: 2, second: 0, third: 1}]


def test_json_of_offsets_begins_each_stream_where_it_says(
    superstream: SuperStream, query_of: Queries
) -> None:
    first, second, third = fill(superstream, 10, 10, 10)
    start = json.dumps({first: 7, second: "earliest", third: "latest"})
    query = query_of(superstream, startingOffsets=start, maxRecordsPerTrigger=13, **UNTRACKED)
    query.run_available()
    assert query.checkpointed() == [{first: 10, second: 10, third: 10}]
    assert shares(query) == [{first: 3, second: 10}]


@pytest.mark.parametrize("codec", ["none", "gzip", "snappy", "lz4", "zstd"])
def test_batches_begin_and_end_inside_entries_of_several_messages(
    stream: Stream, query_of: Queries, codec: str
) -> None:
    values = [b"%d" % number for number in range(250)]
    stream.broker.client.publish(stream.name, values, sub_entry=100, compression=codec.upper())
    query = query_of(stream, maxRecordsPerTrigger=33, **UNTRACKED)
    query.run_available()
    assert query.sizes == [33] * 7 + [19]
    assert query.offsets == [*range(250)]
    assert query.values == values


class Disturbed(Query):
    """A query whose batches do something while they are written."""

    def __init__(self, act: Callable[[], object], *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.act = act

    def _take(self, batch: DataFrame, number: int) -> None:
        super()._take(batch, number)
        self.act()


def test_what_is_available_of_a_super_stream_is_what_was_there_at_the_start(
    spark: SparkSession, broker: Broker, superstream: SuperStream, tmp_path: Path
) -> None:
    # Whoever may not bind partitions is told here, and not within a batch.
    assert len(broker.bindings(superstream.name)) == 3
    first, second, third = fill(superstream, 20, 30, 10)
    partitions = superstream.partitions
    with broker.stream(f"{superstream.name}-another") as another:
        another.publish("x", "y")

        def write_everywhere() -> None:
            for partition in partitions:
                partition.publish("later")
            if another.name not in superstream.stream_names:
                broker.bind(superstream.name, another.name, "another")

        options = {"startingOffsets": "earliest", "maxRecordsPerTrigger": "25"}
        options |= superstream.options | {"serverSideOffsetTracking": "false"}
        query = Disturbed(write_everywhere, spark, options, tmp_path / "checkpoint")
        query.run_available()
        assert query.sizes == [25, 25, 10]
        assert query.checkpointed()[-1] == {first: 20, second: 30, third: 10}

        later = Query(spark, options, tmp_path / "checkpoint")
        later.run_available()
    assert sorted((row.stream, row.offset, bytes(row.value)) for row in later.rows) == sorted(
        [
            *((first, offset, b"later") for offset in (20, 21, 22)),
            *((second, offset, b"later") for offset in (30, 31, 32)),
            *((third, offset, b"later") for offset in (10, 11, 12)),
            (another.name, 0, b"x"),
            (another.name, 1, b"y"),
        ]
    )
