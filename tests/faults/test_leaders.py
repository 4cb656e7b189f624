"""A cluster loses a node with which somebody writes or reads: another one takes its place."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from dedup.pipeline import Pipeline
from faults.writing import IN_FLIGHT, PATIENT, Disturbance, is_left_by_all, write
from support.disturbing import meanwhile
from support.numbers import arrived, firsts, numbered, repeated
from support.plans import metrics_of
from support.queries import Query
from support.streams import Stream, SuperStream
from support.wait import wait_until

if TYPE_CHECKING:
    import threading
    from collections.abc import Iterator
    from pathlib import Path

    from pyspark.sql import SparkSession

    from support.broker import Broker
    from support.brokers import Brokers
    from support.cluster import Cluster, Node

ROWS = 12_000


@pytest.fixture(scope="module")
def cluster(brokers: Brokers) -> Iterator[Cluster]:
    with brokers.cluster(nodes=3, proxied=True) as cluster:
        yield cluster


@pytest.fixture
def whole(cluster: Cluster) -> Iterator[Cluster]:
    """The cluster with a slow line to each of its nodes, which all run before and afterwards."""
    for node in cluster.nodes:
        assert node.proxy
        node.proxy.throttle(4_000_000)
    yield cluster
    for node in cluster.nodes:
        assert node.proxy
        node.proxy.clear()
        if not node.running:
            node.start()


def survivor(cluster: Cluster) -> Node:
    return next(node for node in cluster.nodes if node.running)


def nothing_is_left_open(cluster: Cluster) -> None:
    is_left_by_all(*(node.proxy for node in cluster.nodes if node.proxy))


def await_replicas(cluster: Cluster, stream: str) -> None:
    wait_until(lambda: len(cluster.replicas(stream)) == 2, 60, "both replicas", every=0.2)


def losing(cluster: Cluster, stream: str) -> Disturbance:
    """The death of the stream's leader, in the midst of what it is sent."""
    leader = cluster.leader(stream)
    assert leader.proxy
    return Disturbance(leader.proxy, leader.kill)


@pytest.mark.parametrize("named", [False, True], ids=["without a name", "with a name"])
def test_a_write_goes_on_at_the_new_leader(
    spark: SparkSession, whole: Cluster, named: bool
) -> None:
    name = whole[0].stream().name
    await_replicas(whole, name)
    options = {"endpoints": whole.endpoints}
    if named:
        options["producerName"] = "orders"
    first = whole.leader(name)
    written = Stream(first, name)
    losing(whole, name).during(lambda: write(numbered(spark, ROWS), written, **options))
    stream = Stream(survivor(whole), name)
    numbers = arrived(stream)
    assert whole.leader(name) is not first
    assert firsts(numbers) == list(range(ROWS))
    assert repeated(numbers, ROWS) <= (0 if named else IN_FLIGHT)

    later = spark.range(100, numPartitions=1).selectExpr(
        "cast(concat('later ', string(id)) as binary) as value"
    )
    write(later, stream, **options)
    assert stream.values()[len(numbers) :] == [b"later %d" % number for number in range(100)]
    nothing_is_left_open(whole)


def test_tasks_of_a_super_stream_go_on_when_one_node_is_gone(
    spark: SparkSession, whole: Cluster
) -> None:
    written = whole[0].superstream()
    name, partitions = written.name, written.stream_names
    for partition in partitions:
        await_replicas(whole, partition)
    leaders = {whole.leader(partition).name for partition in partitions}
    print(f"The partitions have {len(leaders)} leaders")
    rows = numbered(spark, ROWS, tasks=2)
    options = {"endpoints": whole.endpoints}
    losing(whole, partitions[0]).during(lambda: write(rows, written, **options))
    found = arrived(SuperStream(survivor(whole), name))
    # A task holds its bound over all partitions.
    assert repeated(found, ROWS) <= 2 * IN_FLIGHT
    nothing_is_left_open(whole)


def test_an_effectively_once_pipeline_goes_on_at_the_new_leader_and_repeats_no_row(
    spark: SparkSession, whole: Cluster, broker: Broker, tmp_path: Path
) -> None:
    name = whole[0].stream().name
    await_replicas(whole, name)
    first = whole.leader(name)
    options = {**PATIENT, "endpoints": whole.endpoints, "orderingColumns": "offset"}
    with broker.stream() as source:
        source.publish(*(b"%-1000d" % number for number in range(ROWS)))
        pipeline = Pipeline(
            spark, source, Stream(first, name), tmp_path, ("value", "offset"), options
        )
        losing(whole, name).during(pipeline.run)
        pipeline = replace(pipeline, sink=Stream(survivor(whole), name))
        assert whole.leader(name) is not first
        assert pipeline.is_exact()
        pipeline.forget_last_batch()
        pipeline.run()
        assert pipeline.is_exact()
    assert [file.name for file in (tmp_path / "commits").glob("[0-9]*")] == ["0"]
    nothing_is_left_open(whole)


def publish(stream: Stream, count: int) -> None:
    """In small chunks, so that whoever loses its connection has got some."""
    for begin in range(0, count, 200):
        numbers = range(begin, min(begin + 200, count))
        stream.publish(*((b"%d" % number).ljust(1_000) for number in numbers))


def replicated(cluster: Cluster) -> Stream:
    """A new stream that all nodes have, and the client of a node to talk of it with."""
    stream = cluster[0].stream()
    await_replicas(cluster, stream.name)
    return stream


def test_a_query_reads_each_row_once_when_the_leader_dies(
    spark: SparkSession, whole: Cluster, tmp_path: Path
) -> None:
    stream = replicated(whole)
    publish(stream, ROWS)
    options = {
        **whole.options,
        "stream": stream.name,
        "startingOffsets": "earliest",
        "failOnDataLoss": "true",
        "maxRecordsPerTrigger": "1000",
    }
    query = Query(spark, options, tmp_path / "checkpoint")
    leader = whole.leader(stream.name)
    with query.running() as running:
        query.wait_for(running, 2_000)
        leader.kill()
        assert len(query.rows) < ROWS, "the query was too fast to lose the leader"
        later = Stream(survivor(whole), stream.name)
        assert whole.leader(stream.name) is not leader
        query.wait_for(running, ROWS)
        publish(later, 100)
        query.wait_for(running, ROWS + 100)
    held = [(message.offset, message.body) for message in later.messages()]
    assert [(row.offset, bytes(row.value)) for row in query.rows] == held
    assert query.repeated == {}


def losing_whoever_delivers(cluster: Cluster, done: threading.Event) -> None:
    """The death of the node from which most has come, in the midst of what it sends."""

    def carried() -> list[int]:
        return [node.proxy.carried for node in cluster.nodes if node.proxy]

    before = carried()

    def delivering() -> Node | None:
        grown = [now - then for now, then in zip(carried(), before, strict=True)]
        return cluster[grown.index(max(grown))] if max(grown) > 2_000_000 else None

    node = wait_until(delivering, 60, "a node that delivers", every=0.002)
    assert node
    assert not done.is_set(), "the read was too short to lose its node"
    node.kill()


def test_a_read_goes_on_at_another_node(spark: SparkSession, whole: Cluster) -> None:
    stream = replicated(whole)
    publish(stream, ROWS)
    reader = spark.read.format("rabbitmq_streams").options(**whole.options, stream=stream.name)
    table = reader.load().select("offset", "value")
    with metrics_of(spark) as metrics:
        found = meanwhile(table.collect, lambda done: losing_whoever_delivers(whole, done))
    assert [row.offset for row in found] == list(range(ROWS))
    assert [int(row.value) for row in found] == list(range(ROWS))
    assert int(metrics["reading resumed"]) >= 1
