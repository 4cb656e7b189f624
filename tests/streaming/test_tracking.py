"""The broker is told how far a query has come, and is asked where there is no checkpoint yet."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

from support.queries import check
from support.traffic import traffic
from support.wait import wait_until

if TYPE_CHECKING:
    from streaming.conftest import Queries
    from support.broker import Broker
    from support.queries import Query
    from support.streams import Stream, SuperStream


def stored(source: Stream | SuperStream, name: str) -> dict[str, int | None]:
    client = source.broker.client
    return {stream: client.stored_offset(name, stream) for stream in source.stream_names}


def wait_for_stored(source: Stream | SuperStream, name: str, wanted: dict[str, int | None]) -> None:
    wait_until(lambda: stored(source, name) == wanted, 15, f"{wanted}; {stored(source, name)}")


def query_id(query: Query) -> str:
    return str(json.loads((query.checkpoint / "metadata").read_text())["id"])


def test_the_broker_keeps_the_last_offsets_that_were_read_under_the_id_of_the_query(
    superstream: SuperStream, query_of: Queries
) -> None:
    first, second, third = superstream.stream_names
    superstream.partitions[0].publish("a", "b", "c")
    superstream.partitions[1].publish("d")
    query = query_of(superstream)
    query.run_available()
    name = query_id(query)
    wait_for_stored(superstream, name, {first: 2, second: 0, third: None})
    superstream.partitions[2].publish("e", "f")
    query.run_available()
    wait_for_stored(superstream, name, {first: 2, second: 0, third: 1})
    assert query.checkpointed()[-1] == {first: 3, second: 1, third: 2}


def test_a_query_goes_on_where_the_consumer_of_its_name_has_stopped(
    superstream: SuperStream, query_of: Queries
) -> None:
    first, second, third = superstream.stream_names
    for partition in superstream.partitions:
        partition.publish(*map(str, range(10)))
    superstream.broker.client.store_offset(first, "reader", 3)
    superstream.broker.client.store_offset(second, "reader", 9)
    query = query_of(superstream, consumerName="reader")
    query.run_available()
    found = [(row.stream, row.offset) for row in query.rows]
    assert sorted(found) == [
        *((first, offset) for offset in range(4, 10)),
        *((third, offset) for offset in range(10)),
    ]
    wait_for_stored(superstream, "reader", {first: 9, second: 9, third: 9})


def test_a_checkpoint_counts_more_than_what_is_stored(stream: Stream, query_of: Queries) -> None:
    query = query_of(stream, consumerName="reader")
    stream.publish("a", "b", "c")
    query.run_available()
    wait_for_stored(stream, "reader", {stream.name: 2})
    stream.broker.client.store_offset(stream.name, "reader", 0)
    stream.publish("d")
    query.run_available()
    assert query.values == [b"a", b"b", b"c", b"d"]


def test_where_it_is_not_wanted_nothing_is_stored(stream: Stream, query_of: Queries) -> None:
    stream.publish("a", "b")
    query = query_of(stream, consumerName="reader", storeBrokerOffsets=False)
    query.run_available()
    stream.publish("c")
    query.run_available()
    assert query.values == [b"a", b"b", b"c"]
    assert stored(stream, "reader") == {stream.name: None}
    # The last chunk begins with the third message, as nothing else has taken an offset.
    assert stream.broker.client.tail(stream.name)["committed_chunk_id"] == 2


def test_a_restart_that_finds_nothing_stores_nothing(stream: Stream, query_of: Queries) -> None:
    query = query_of(stream)
    stream.publish("a", "b")
    query.run_available()
    wait_for_stored(stream, query_id(query), {stream.name: 1})
    before = stream.broker.client.tail(stream.name)
    with query.running() as running:
        wait_until(lambda: running.lastProgress, 30, "a look at the stream")
    query.run_available()
    assert stream.broker.client.tail(stream.name) == before


def test_without_traffic_for_30_s_no_batch_runs_and_the_stream_does_not_grow(
    stream: Stream, query_of: Queries
) -> None:
    query = query_of(stream)
    with query.running() as running:
        stream.publish("a", "b")
        query.wait_for(running, 2)
        wait_for_stored(stream, query_id(query), {stream.name: 1})
        before = stream.broker.client.tail(stream.name)
        batches = len(query.batches)
        until = time.monotonic() + 30
        wait_until(lambda: time.monotonic() > until, 40, "30 s to pass", every=1)
        assert stream.broker.client.tail(stream.name) == before
        assert len(query.batches) == batches
    assert query.checkpointed()[-1] == {stream.name: 2}


def test_200_batches_of_a_live_query_that_stores_offsets_give_each_row_once(
    stream: Stream, query_of: Queries
) -> None:
    query = query_of(stream, maxRecordsPerTrigger=2, maxWaitMs=20_000)

    def enough() -> bool:
        check(running)
        return len(query.sizes) >= 200

    with query.running() as running:
        with traffic(stream, pause=0.15) as sent:
            wait_until(enough, 400, "200 batches with rows")
        query.wait_for(running, sent.sent)
        wait_for_stored(stream, query_id(query), {stream.name: query.offsets[-1]})
    assert query.values == [b"%d" % number for number in range(sent.sent)]
    assert query.repeated == {}
    assert max(query.sizes) <= 2
    # Each time that something is stored takes an offset among those of the messages.
    assert query.offsets[-1] + 1 - sent.sent >= 100


def test_a_missing_partition_does_not_keep_the_others_from_being_stored(
    superstream: SuperStream, query_of: Queries
) -> None:
    first, second, third = superstream.stream_names
    query = query_of(superstream, consumerName="reader", failOnDataLoss=False)
    for partition in superstream.partitions:
        partition.publish("a")
    query.run_available()
    wait_for_stored(superstream, "reader", {first: 0, second: 0, third: 0})
    superstream.partitions[1].delete()
    superstream.partitions[0].publish("b")
    query.run_available()
    last = superstream.partitions[0].messages()[-1].offset
    assert last > 1
    wait_for_stored(superstream, "reader", {first: last, third: 0})


def test_a_user_who_may_only_read_can_run_a_query(broker: Broker, query_of: Queries) -> None:
    reader = broker.add_user("reads", "only reads", configure="", write="", read=".*")
    with broker.stream() as stream:
        stream.publish("a", "b")
        login = {"username": reader.username, "password": reader.password}
        query = query_of(stream, **login)
        query.run_available()
        stream.publish("c")
        query.run_available()
    assert query.values == [b"a", b"b", b"c"]


def test_a_broker_that_is_paused_for_a_while_ends_no_query(
    broker: Broker, stream: Stream, query_of: Queries
) -> None:
    query = query_of(stream, consumerName="reader")
    with query.running() as running:
        stream.publish("a")
        query.wait_for(running, 1)
        broker.pause()
        try:
            until = time.monotonic() + 3
            wait_until(lambda: time.monotonic() > until, 10, "3 s to pass")
        finally:
            broker.resume()
        stream.publish("b")
        query.wait_for(running, 2)
        wait_for_stored(stream, "reader", {stream.name: stream.messages()[-1].offset})
    assert query.values == [b"a", b"b"]
