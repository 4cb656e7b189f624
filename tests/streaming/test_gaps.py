"""Offsets that were never messages are stepped over at once, wherever a batch begins or ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.patience import PATIENT

if TYPE_CHECKING:
    from pathlib import Path

    from streaming.conftest import Queries
    from support.queries import Query
    from support.streams import Stream

# A query that waits for a message that never was does not come to its end in time.
UNTRACKED = {**PATIENT, "serverSideOffsetTracking": False}


def ends(query_ends: list[dict[str, int]]) -> list[int]:
    return [end for offsets in query_ends for end in offsets.values()]


def test_the_end_is_behind_the_last_message(gapped: Stream, query_of: Queries) -> None:
    query = query_of(gapped, **UNTRACKED)
    query.run_available()
    assert query.offsets == [*range(20), *range(25, 35)]
    assert ends(query.checkpointed()) == [35]


def test_batches_begin_end_and_lie_in_gaps(gapped: Stream, query_of: Queries) -> None:
    query = query_of(gapped, maxRecordsPerTrigger=3, **UNTRACKED)
    query.run_available()
    assert [len(query.batches[number]) for number in sorted(query.batches)] == [
        *([3] * 6),  # up to before 18
        2,  # 18 to 20
        0,  # 21 to 23
        2,  # 24 to 26
        *([3] * 2),  # 27 to 32
        2,  # 33 and 34
    ]
    assert query.offsets == [*range(20), *range(25, 35)]
    assert ends(query.checkpointed()) == [*range(3, 35, 3), 35]


def test_a_query_may_begin_in_a_gap(gapped: Stream, query_of: Queries, tmp_path: Path) -> None:
    def beginning(start: int) -> Query:
        query = query_of(
            gapped, startingOffsets="offset", startingOffset=start, minPartitions=4, **UNTRACKED
        )
        query.checkpoint = tmp_path / str(start)
        query.run_available()
        return query

    queries = {start: beginning(start) for start in (18, 20, 23, 34, 35, 37)}
    expected = {
        18: [18, 19, *range(25, 35)],
        20: [*range(25, 35)],
        23: [*range(25, 35)],
        34: [34],
        35: [],
        37: [],
    }
    assert {start: query.offsets for start, query in queries.items()} == expected
    gapped.publish("a", "b")
    for start, query in queries.items():
        query.run_available()
        assert query.offsets == [*expected[start], 38, 39]


def test_splits_that_lie_in_gaps_give_nothing(gapped: Stream, query_of: Queries) -> None:
    query = query_of(gapped, minPartitions=12, maxRecordsPerPartition=3, **UNTRACKED)
    query.run_available()
    assert query.offsets == [*range(20), *range(25, 35)]


def test_a_query_at_the_end_steps_over_what_is_stored_there(
    gapped: Stream, query_of: Queries
) -> None:
    query = query_of(gapped, maxRecordsPerTrigger=100, **UNTRACKED)
    with query.running() as running:
        query.wait_for(running, 30)
        for number in range(3):
            gapped.publish("a", "b")
            query.wait_for(running, 32 + 2 * number)
            gapped.store_offsets(4)
    assert query.offsets[30:] == [38, 39, 44, 45, 50, 51]


def test_a_stream_of_stored_offsets_alone_begins_with_its_first_message(
    stream: Stream, query_of: Queries
) -> None:
    stream.store_offsets(3)
    query = query_of(stream, **UNTRACKED)
    query.run_available()
    stream.store_offsets(2)
    query.run_available()
    # Spark begins every query with a batch.
    assert query.batches == {0: []}
    stream.publish("a")
    query.run_available()
    assert query.offsets == [5]
    assert ends(query.checkpointed()) == [0, 6]
