"""The right broker of several is found."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING

import pytest

from support.address import Address
from support.proxy import Proxy
from support.reading import read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession

    from support.brokers import Brokers
    from support.cluster import Cluster, Node


class LoadBalancer(Proxy):
    """Passes each connection on to the next of several brokers."""

    def __init__(self, *brokers: Address) -> None:
        self._next = cycle(brokers)
        super().__init__()

    def pick(self) -> Address:
        return next(self._next)


@pytest.fixture(scope="module")
def cluster(brokers: Brokers) -> Iterator[Cluster]:
    with brokers.cluster(nodes=2, proxied=True) as cluster:
        yield cluster


@pytest.fixture
def hidden(cluster: Cluster) -> Iterator[Cluster]:
    """A cluster whose nodes cannot be reached where they say they are."""
    proxies = [node.proxy for node in cluster.nodes if node.proxy]
    for proxy in proxies:
        proxy.refuse()
    yield cluster
    for proxy in proxies:
        proxy.accept()


def write(spark: SparkSession, options: dict[str, str]) -> None:
    rows = spark.range(30).selectExpr(
        "string(id) as routing_key", "cast(string(id) as binary) as value"
    )
    rows.write.format("rabbitmq_streams").options(**options).mode("append").save()


def test_a_load_balancer_leads_to_every_broker(spark: SparkSession, hidden: Cluster) -> None:
    superstream = hidden[0].superstream()
    with LoadBalancer(*(node.published for node in hidden.nodes)) as balancer:
        options = {
            **superstream.options,
            "endpoints": str(balancer.address),
            "loadBalancer": "true",
        }
        write(spark, options)
        assert sorted(map(int, read(spark, options))) == list(range(30))


def test_a_write_takes_another_broker_than_the_leader_if_told_so(
    spark: SparkSession, hidden: Cluster
) -> None:
    stream = hidden[0].stream()
    replica = hidden.replicas(stream.name)[0]
    with LoadBalancer(replica.published) as balancer:
        options = {
            **stream.options,
            "endpoints": str(balancer.address),
            "loadBalancer": "true",
            "forceLeaderForProducers": "false",
        }
        write(spark, options)
    assert sorted(map(int, stream.values())) == list(range(30))


def test_readers_keep_away_from_the_leader_if_told_so(
    spark: SparkSession, cluster: Cluster
) -> None:
    stream = cluster[0].stream()
    stream.publish(*(b"x" * 10_000 for _ in range(100)))
    stream.publish("last")
    leader, replica = cluster.leader(stream.name), cluster.replicas(stream.name)[0]
    before = delivered_by(leader)
    options = {
        **stream.options,
        "endpoints": replica.endpoint,
        "forceReplicaForConsumers": "true",
    }
    for _ in range(5):
        assert len(read(spark, options)) == 101
    # The leader is asked for the end alone, and the last chunk is small.
    assert delivered_by(leader) - before < 100_000


def delivered_by(node: Node) -> int:
    assert node.proxy
    return sum(link.from_broker for link in node.proxy.links)
