"""The progress of a query says exactly where it stands, and how far it is behind."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from support.queries import progresses

if TYPE_CHECKING:
    from pyspark.sql.streaming.query import StreamingQuery

    from streaming.conftest import Queries
    from support.streams import Stream, SuperStream

BEHIND = ["minOffsetsBehindLatest", "maxOffsetsBehindLatest", "avgOffsetsBehindLatest"]


def sources(query: StreamingQuery) -> list[dict[str, Any]]:
    """What is told of the one source in each batch that had rows."""
    told = [progress["sources"][0] for progress in progresses(query) if progress["numInputRows"]]
    return [{**source, **offsets(source)} for source in told]


def offsets(source: dict[str, Any]) -> dict[str, Any]:
    """Spark shows JSON as such, or as a text of it."""
    names = ("startOffset", "endOffset", "latestOffset")
    texts = {name: source[name] for name in names}
    return {
        name: json.loads(value) if isinstance(value, str) else value
        for name, value in texts.items()
    }


def test_each_batch_tells_its_offsets_and_how_far_it_is_behind(
    stream: Stream, query_of: Queries
) -> None:
    stream.publish(*map(str, range(25)))
    query = query_of(stream, maxRecordsPerTrigger=10, serverSideOffsetTracking=False)
    told = sources(query.run_available())
    name = stream.name
    assert [
        (each["startOffset"], each["endOffset"], each["latestOffset"], each["numInputRows"])
        for each in told
    ] == [
        (None, {name: 10}, {name: 25}, 10),
        ({name: 10}, {name: 20}, {name: 25}, 10),
        ({name: 20}, {name: 25}, {name: 25}, 5),
    ]
    assert [[each["metrics"][metric] for metric in BEHIND] for each in told] == [
        ["15", "15", "15.0"],
        ["5", "5", "5.0"],
        ["0", "0", "0.0"],
    ]
    assert told[-1]["metrics"]["lagMs"] == "0"
    assert told[0]["description"] == f"rabbitmq_streams stream={name}"


def test_streams_that_are_behind_are_told_by_the_nearest_the_farthest_and_the_average(
    superstream: SuperStream, query_of: Queries
) -> None:
    first, second, third = superstream.partitions
    first.publish(*map(str, range(6)))
    second.publish(*map(str, range(3)))
    query = query_of(superstream, maxRecordsPerTrigger=3, serverSideOffsetTracking=False)
    told = sources(query.run_available())
    assert [[each["metrics"][metric] for metric in BEHIND] for each in told] == [
        ["0", "4", "2.0"],
        ["0", "2", "1.0"],
        ["0", "0", "0.0"],
    ]
    assert told[-1]["endOffset"] == {first.name: 6, second.name: 3, third.name: 0}


def test_the_lag_is_the_time_between_the_last_chunk_read_and_the_last_there_is(
    stream: Stream, query_of: Queries
) -> None:
    for number in range(3):
        stream.publish(str(number))
    first, second, third = (message.timestamp for message in stream.messages())
    query = query_of(stream, maxRecordsPerTrigger=1, serverSideOffsetTracking=False)
    told = sources(query.run_available())
    assert [each["metrics"]["lagMs"] for each in told] == [
        str(third - first),
        str(third - second),
        "0",
    ]
    assert first < second < third
