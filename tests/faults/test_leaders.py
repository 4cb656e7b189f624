"""A cluster loses the leader of a stream that is written to: another one takes its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from faults.writing import IN_FLIGHT, Disturbance, write
from support.numbers import arrived, firsts, numbered, repeated
from support.streams import Stream, SuperStream
from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession

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
