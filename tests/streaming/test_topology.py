"""Streams appear, go, return and are made anew: nothing is read twice or lost without a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pyspark.errors import PySparkException

from support.broker import unique
from support.queries import PATIENCE, check, failure
from support.streams import Stream
from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from streaming.conftest import Queries
    from support.broker import Broker
    from support.proxy import Proxy
    from support.queries import Query
    from support.streams import SuperStream

GONE = r"\[RABBITMQ_STREAMS.DATA_LOSS\] The stream .*-1'"
UNTRACKED = {"serverSideOffsetTracking": False}


@pytest.fixture
def another(broker: Broker, superstream: SuperStream) -> Iterator[Stream]:
    """A stream that is about to become a partition."""
    with broker.stream(f"{superstream.name}-another") as stream:
        yield stream


def test_a_partition_that_appears_while_a_query_runs_is_read_from_its_first_offset(
    superstream: SuperStream, another: Stream, query_of: Queries
) -> None:
    first, second, third = superstream.stream_names
    superstream.partitions[0].publish("a")
    another.publish("b", "c")
    query = query_of(superstream, startingOffsets="earliest", **UNTRACKED)
    with query.running() as running:
        query.wait_for(running, 1)
        superstream.broker.bind(superstream.name, another.name, "another")
        query.wait_for(running, 3)
        another.publish("d")
        query.wait_for(running, 4)
    assert query.values == [b"a", b"b", b"c", b"d"]
    known = {first: 1, second: 0, third: 0}
    assert query.checkpointed() == [
        known,
        {**known, another.name: 0},
        {**known, another.name: 2},
        {**known, another.name: 3},
    ]


def test_a_partition_that_appears_between_runs_is_read_from_its_first_offset(
    superstream: SuperStream, another: Stream, query_of: Queries
) -> None:
    query = query_of(superstream, startingOffsets="latest", maxRecordsPerTrigger=2)
    superstream.partitions[0].publish("unread")
    query.run_available()
    another.publish("a", "b", "c")
    superstream.broker.bind(superstream.name, another.name, "another")
    query.run_available()
    query.run_available()
    assert query.values == [b"a", b"b", b"c"]


def test_a_partition_that_appears_does_not_wait_for_a_minimum(
    superstream: SuperStream, another: Stream, query_of: Queries
) -> None:
    superstream.partitions[0].publish("a")
    query = query_of(superstream, minOffsetsPerTrigger=3, maxTriggerDelay="1h", **UNTRACKED)
    with query.running() as running:
        query.wait_for(running, 1)
        another.publish("b", "c", "d")
        superstream.broker.bind(superstream.name, another.name, "another")
        query.wait_for(running, 4)
    assert query.sizes == [1, 3]


def test_a_partition_that_is_gone_is_data_loss_and_goes_on_where_it_returns(
    superstream: SuperStream, query_of: Queries
) -> None:
    first, second, third = superstream.partitions
    query = query_of(superstream, **UNTRACKED)
    for partition in superstream.partitions:
        partition.publish("a", "b")
    query.run_available()
    superstream.broker.unbind(superstream.name, second.name)
    message = failure(query)
    assert "[RABBITMQ_STREAMS.DATA_LOSS]" in message
    assert f"The stream '{second.name}', which this query has read up to before offset 2" in message
    query.options["failOnDataLoss"] = "false"
    first.publish("c")
    second.publish("d")
    query.run_available()
    assert query.checkpointed()[-1] == {first.name: 3, second.name: 2, third.name: 2}
    superstream.broker.bind(superstream.name, second.name, "returned")
    query.options["failOnDataLoss"] = "true"
    query.run_available()
    assert query.values == [*(b"a", b"b") * 3, b"c", b"d"]
    assert query.checkpointed()[-1] == {first.name: 3, second.name: 3, third.name: 2}


def test_a_partition_that_is_deleted_while_a_query_runs_leaves_the_others_where_that_is_wanted(
    superstream: SuperStream, query_of: Queries
) -> None:
    first, second, third = superstream.partitions
    query = query_of(superstream, failOnDataLoss=False, **UNTRACKED)
    for partition in superstream.partitions:
        partition.publish("a")
    with query.running() as running:
        query.wait_for(running, 3)
        second.delete()
        first.publish("b")
        query.wait_for(running, 4)
    assert query.checkpointed()[-1] == {first.name: 2, second.name: 1, third.name: 1}


def test_a_partition_that_is_deleted_while_it_is_looked_at_leaves_the_others_where_that_is_wanted(
    far_superstream: SuperStream, proxy: Proxy, query_of: Queries
) -> None:
    first, second, third = far_superstream.partitions
    query = query_of(far_superstream, failOnDataLoss=False, **UNTRACKED)
    first.publish("a")
    with query.running() as running:
        query.wait_for(running, 1)
        delete_while_it_is_looked_at(second, proxy)
        first.publish("b")
        query.wait_for(running, 2)
    assert query.checkpointed()[-1] == {first.name: 2, second.name: 0, third.name: 0}


def test_a_partition_that_is_deleted_while_it_is_looked_at_is_data_loss(
    far_superstream: SuperStream, proxy: Proxy, query_of: Queries
) -> None:
    second = far_superstream.partitions[1]
    second.publish("a")
    query = query_of(far_superstream, **UNTRACKED)
    running = query.start()
    query.wait_for(running, 1)
    delete_while_it_is_looked_at(second, proxy)
    with pytest.raises(PySparkException, match=GONE):
        running.awaitTermination(PATIENCE)


def delete_while_it_is_looked_at(partition: Stream, proxy: Proxy) -> None:
    """When the broker has said that it is there, and has not been asked yet what it holds."""
    _locator, *others = proxy.links
    for link in others:
        link.stall()
    # Spark plans every few milliseconds.
    wait_until(lambda: any(link.held for link in others), 30, "a question that is held back")
    partition.delete()
    for link in others:
        link.flow()


def test_a_partition_that_is_deleted_while_a_query_runs_is_data_loss(
    superstream: SuperStream, query_of: Queries
) -> None:
    second = superstream.partitions[1]
    second.publish("a")
    query = query_of(superstream, **UNTRACKED)
    running = query.start()
    query.wait_for(running, 1)
    second.delete()
    with pytest.raises(PySparkException, match=GONE):
        running.awaitTermination(PATIENCE)


def test_a_batch_that_is_repeated_after_a_partition_is_gone_reads_the_others(
    superstream: SuperStream, query_of: Queries
) -> None:
    first, second, third = superstream.partitions
    for partition in superstream.partitions:
        partition.publish("a")
    query = query_of(superstream, failOnDataLoss=False, **UNTRACKED)
    query.run_available()
    forget_commit(query, 0)
    second.delete()
    query.run_available()
    ((before, after),) = query.repeated.values()
    assert [row.stream for row in before] == [first.name, second.name, third.name]
    assert [row.stream for row in after] == [first.name, third.name]


def forget_commit(query: Query, number: int) -> None:
    """As if the driver had been killed before the batch was done."""
    (query.checkpoint / "commits" / str(number)).unlink()
    (query.checkpoint / "commits" / f".{number}.crc").unlink()


def forget_batch(query: Query, number: int) -> None:
    """As if the driver had been killed before the batch began."""
    del query.batches[number]
    forget_commit(query, number)
    (query.checkpoint / "offsets" / str(number)).unlink()
    (query.checkpoint / "offsets" / f".{number}.crc").unlink()


def test_a_stream_that_is_made_anew_is_data_loss_and_may_be_read_from_its_first_offset(
    broker: Broker, stream: Stream, query_of: Queries
) -> None:
    name = stream.name
    stream.publish("a", "b", "c", "d", "e")
    query = query_of(stream, **UNTRACKED)
    query.run_available()
    stream.delete()
    broker.client.create_stream(name)
    stream.publish("f", "g")
    message = failure(query)
    assert "[RABBITMQ_STREAMS.DATA_LOSS]" in message
    assert (
        f"The stream '{name}' ends at offset 2, but this query has read it up to before" in message
    )
    assert "it was deleted and created again" in message
    query.options["failOnDataLoss"] = "false"
    query.run_available()
    assert query.values == [b"a", b"b", b"c", b"d", b"e", b"f", b"g"]
    assert query.checkpointed() == [{name: 5}, {name: 0}, {name: 2}]
    query.options["failOnDataLoss"] = "true"
    stream.publish("h")
    query.run_available()
    assert query.values[-2:] == [b"g", b"h"]
    # A batch that is repeated brings what it brought, also that which only says where to begin.
    forget_commit(query, 3)
    query.run_available()
    forget_batch(query, 3)
    forget_batch(query, 2)
    forget_commit(query, 1)
    query.run_available()
    assert sorted(query.repeated) == [1, 3]
    assert all(before == after for before, after in query.repeated.values())
    assert query.offsets == [0, 1, 2, 3, 4, 0, 1, 2]


def test_a_partition_that_is_made_anew_while_a_query_runs_is_read_from_its_first_offset(
    superstream: SuperStream, query_of: Queries
) -> None:
    partition = superstream.partitions[1]
    for value in ("unread", "a", "b", "c"):
        partition.publish(value)
    time = partition.messages()[1].timestamp
    query = query_of(
        superstream,
        startingOffsets="timestamp",
        startingTimestamp=time,
        failOnDataLoss=False,
        **UNTRACKED,
    )
    with query.running() as running:
        query.wait_for(running, 3)
        partition.delete()
        superstream.broker.client.create_stream(partition.name)
        partition.publish("d")
        superstream.broker.bind(superstream.name, partition.name, "anew")
        query.wait_for(running, 4)
        partition.publish("e")
        query.wait_for(running, 5)
    assert query.values == [b"a", b"b", b"c", b"d", b"e"]
    assert query.offsets == [1, 2, 3, 0, 1]


@pytest.fixture
def small(broker: Broker) -> Iterator[Stream]:
    """A stream that keeps little."""
    with broker.stream(max_bytes=1_000_000, segment_bytes=500_000) as stream:
        yield stream


def test_what_retention_removed_since_the_last_run_is_data_loss_or_stepped_over(
    small: Stream, query_of: Queries
) -> None:
    small.publish("a", "b", "c")
    query = query_of(small, **UNTRACKED)
    query.run_available()

    def removed() -> bool:
        small.publish(*(b"x" * 1000 for _ in range(500)))
        return small.broker.client.first_offset(small.name) > 3

    wait_until(removed, 60, f"retention of {small.name}")
    message = failure(query)
    first = small.broker.client.first_offset(small.name)
    assert "[RABBITMQ_STREAMS.DATA_LOSS]" in message
    assert f"offsets 3 to {first - 1} are gone. The stream now begins at offset {first}" in message
    query.options.update(failOnDataLoss="false", minPartitions="3")
    query.run_available()
    assert query.offsets[3:] == [held.offset for held in small.messages()]
    assert query.offsets[3] == first


@pytest.mark.parametrize("fails", [True, False])
def test_a_stream_that_is_missing_is_an_error_whatever_is_wanted(
    broker: Broker, query_of: Queries, fails: bool
) -> None:
    stream = broker.stream()
    query = query_of(stream, failOnDataLoss=fails, **UNTRACKED)
    stream.publish("a")
    query.run_available()
    stream.delete()
    assert "[RABBITMQ_STREAMS.STREAM_NOT_FOUND]" in failure(query)
    never = Stream(broker, unique("never"))
    query = query_of(never, failOnDataLoss=fails)
    query.checkpoint = query.checkpoint.with_name("another")
    assert "[RABBITMQ_STREAMS.STREAM_NOT_FOUND]" in failure(query)


def test_a_super_stream_of_200_partitions_takes_few_connections(
    broker: Broker, query_of: Queries
) -> None:
    user = broker.add_user(unique("user"), "many partitions")
    with broker.superstream(partitions=200) as superstream:
        names = superstream.stream_names
        for index in (0, 99, 199):
            Stream(broker, names[index]).publish("a", "b")
        broker.client.store_offset(names[99], "reader", 0)
        login = {"username": user.username, "password": user.password}
        query = query_of(superstream, consumerName="reader", **login)
        query.run_available()
        connections = broker.connections_of(user.username)
        with query.running() as running:
            Stream(broker, names[150]).publish("c")
            query.wait_for(running, 6)
            check(running)
    assert sorted((names.index(row.stream), row.offset) for row in query.rows) == [
        (0, 0),
        (0, 1),
        (99, 1),
        (150, 0),
        (199, 0),
        (199, 1),
    ]
    assert len(query.checkpointed()[-1]) == 200
    assert 0 < connections <= 4
