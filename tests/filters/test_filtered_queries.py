"""A query for which the broker filters gives each match once, and passes by all the rest.

Each chunk holds one message, so that the broker's filter, which leaves out chunks, is exact here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.queries import Query, progresses

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import SparkSession
    from pyspark.sql.streaming.query import StreamingQuery

    from filters.conftest import Weather
    from support.container import ContainerBroker
    from support.streams import Stream, SuperStream


class Queries:
    """Queries that read from the beginning of a stream, one on the checkpoint of the other."""

    def __init__(self, spark: SparkSession, directory: Path) -> None:
        self._spark = spark
        self._checkpoint = directory / "checkpoint"

    def __call__(
        self, source: Stream | SuperStream, filter_values: str, **options: object
    ) -> Query:
        given = {
            **source.options,
            "startingOffsets": "earliest",
            "filterValues": filter_values,
            # What is stored takes offsets, and they are counted here.
            "serverSideOffsetTracking": "false",
            **{name: str(value) for name, value in options.items()},
        }
        return Query(self._spark, given, self._checkpoint)


@pytest.fixture
def query_of(spark: SparkSession, tmp_path: Path) -> Queries:
    return Queries(spark, tmp_path)


def publish(stream: Stream, *filter_values: str | None) -> None:
    stream.broker.client.publish_filtered(stream.name, filter_values)


def counts(query: StreamingQuery) -> list[int]:
    """How many rows each batch had, as Spark reports it."""
    return [progress["numInputRows"] for progress in progresses(query)]


def test_a_filtered_query_gives_each_match_once_over_restarts(
    far_stream: Stream, query_of: Queries, weather: Weather
) -> None:
    publish(far_stream, *["a", "b", None, "b"] * 50)
    query = query_of(far_stream, "a")
    weather.during(query.run_available)
    assert query.offsets == [*range(0, 200, 4)]
    weather.proxy.clear()
    later: list[tuple[list[str | None], list[int]]] = [
        (["b", "a", "a", "b"], [201, 202]),
        (["b", None], []),
        ([], []),
        (["a"], [206]),
    ]
    for published, found in later:
        publish(far_stream, *published)
        before = len(query.rows)
        query.run_available()
        assert query.offsets[before:] == found
    assert query.repeated == {}
    # Behind the last message, whether it was a match or not.
    assert query.checkpointed() == [{far_stream.name: end} for end in (200, 204, 206, 207)]


def test_each_batch_has_the_matches_among_the_messages_that_it_may_pass(
    sales: Stream, query_of: Queries
) -> None:
    query = query_of(sales, "apac", maxRecordsPerTrigger=100)
    assert counts(query.run_available()) == [25] * 10
    assert query.offsets == [*range(1, 1_000, 4)]
    assert query.checkpointed() == [{sales.name: end} for end in range(100, 1_001, 100)]


def test_batches_without_a_match_are_passed_by(haystack: Stream, query_of: Queries) -> None:
    query = query_of(haystack, "needle", maxRecordsPerTrigger=2_500, maxWaitMs=20_000)
    assert counts(query.run_available()) == [0, 0, 1, 0]
    assert query.offsets == [7_321]
    assert query.checkpointed() == [{haystack.name: end} for end in range(2_500, 10_001, 2_500)]


def test_matches_that_keep_arriving_while_a_query_runs_are_each_read_once(
    far_stream: Stream, query_of: Queries
) -> None:
    query = query_of(far_stream, "a", maxWaitMs=20_000)
    with query.running() as running:
        for turn in range(1, 6):
            for _ in range(10):
                publish(far_stream, "a", "b", "b", "a", None)
            # Some of these have come, so that the next ones are of later batches.
            query.wait_for(running, 20 * (turn - 1) + 1)
        query.wait_for(running, 100)
    assert query.offsets == [offset for offset in range(250) if offset % 5 in (0, 3)]
    assert len(query.sizes) >= 5
    assert query.repeated == {}


def test_a_query_that_only_meets_what_does_not_match_goes_on_to_the_first_match(
    far_stream: Stream, query_of: Queries
) -> None:
    query = query_of(far_stream, "a", maxWaitMs=20_000)
    publish(far_stream, *["b"] * 20)
    query.run_available()
    with query.running() as running:
        publish(far_stream, *["b"] * 20, "a")
        query.wait_for(running, 1)
    assert query.offsets == [40]


def test_a_filtered_query_of_a_super_stream_gives_the_matches_of_each_partition(
    far_broker: ContainerBroker, query_of: Queries
) -> None:
    with far_broker.superstream() as superstream:
        first, second, third = superstream.partitions
        publish(first, *["a", "b"] * 20)
        publish(second, *["b"] * 30)
        query = query_of(superstream, "a", maxRecordsPerTrigger=35)
        query.run_available()
        assert sorted((row.stream, row.offset) for row in query.rows) == [
            (first.name, offset) for offset in range(0, 40, 2)
        ]
        publish(second, "a")
        publish(third, "b", "a")
        before = len(query.rows)
        query.run_available()
        assert sorted((row.stream, row.offset) for row in query.rows[before:]) == sorted(
            [(second.name, 30), (third.name, 1)]
        )
        assert query.checkpointed()[-1] == {first.name: 40, second.name: 31, third.name: 2}
