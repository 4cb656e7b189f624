"""Three brokers that are one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support import rstream_client
from support.wait import wait_until

if TYPE_CHECKING:
    from support.brokers import Brokers


def test_a_cluster_serves_and_elects_another_leader(brokers: Brokers) -> None:
    with brokers.cluster("4.3", nodes=3, proxied=True) as cluster:
        addresses = {node.access.address for node in cluster.nodes}
        assert len(addresses) == 3
        assert cluster.options["endpoints"].count(",") == 2

        stream = cluster[0].stream()
        stream.publish("a", "b")
        leader = cluster.leader(stream.name)
        others = cluster.replicas(stream.name)
        assert {leader, *others} == set(cluster.nodes)

        leader.kill()
        assert cluster.leader(stream.name) in others
        client = others[0].client
        client.publish(stream.name, ["c"])
        assert [message.body for message in client.messages(stream.name)] == [b"a", b"b", b"c"]
        read = rstream_client.read(others[1].access, stream.name, 3)
        assert [body for _, body in read] == [b"a", b"b", b"c"]

        leader.start()
        wait_until(lambda: len(cluster.replicas(stream.name)) == 2, 30, "both replicas", every=0.5)
