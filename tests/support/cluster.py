"""Several brokers that form one cluster, each published on a port of its own."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from docker.errors import NotFound
from testcontainers.core.network import Network

from support.broker import unique
from support.closing import Closing
from support.container import OWNER, ContainerBroker, Specification
from support.proxy import Proxy
from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Mapping

    from support.address import Address


class Node(ContainerBroker):
    """A broker of a cluster; its client is told of the others too."""

    cluster: Cluster

    @property
    def routes(self) -> Mapping[Address, Address]:
        return self.cluster.routes


class Cluster(Closing):
    """The nodes of one cluster. `cluster[0]` is a broker like any other."""

    def __init__(self, network: Network, nodes: list[Node]) -> None:
        self.network = network
        self.nodes = nodes
        for node in nodes:
            node.cluster = self

    @staticmethod
    def create(image: str, nodes: int, *, proxied: bool = False) -> Cluster:
        name = unique("cluster")
        hosts = [f"rabbit{number}" for number in range(1, nodes + 1)]
        peers = {
            f"cluster_formation.classic_config.nodes.{number}": f"rabbit@{host}"
            for number, host in enumerate(hosts, start=1)
        }
        first = Specification(image, name)
        network = Network(docker_network_kw={"labels": {OWNER: first.owner}}).create()
        started: list[Node] = []
        try:
            for host in hosts:
                wanted = Specification(
                    image,
                    f"{name}-{host}",
                    hostname=host,
                    cookie=name,
                    network=network,
                    configuration={
                        "cluster_formation.peer_discovery_backend": "classic_config",
                        **peers,
                    },
                )
                proxy = Proxy() if proxied else None
                started.append(Node.create(wanted, proxy))
        except BaseException:
            Cluster(network, started).close()
            raise
        return Cluster(network, started)

    @property
    def routes(self) -> Mapping[Address, Address]:
        return {node.access.address: node.published for node in self.nodes}

    @property
    def endpoints(self) -> str:
        """The value of our format's option: all nodes."""
        return ",".join(node.endpoint for node in self.nodes)

    @property
    def options(self) -> dict[str, str]:
        return {**self.nodes[0].options, "endpoints": self.endpoints}

    def await_ready(self) -> None:
        """Waits until every node serves clients and all have found each other."""
        for node in self.nodes:
            node.await_ready()
        wait_until(self._complete, 60, f"a cluster of {len(self.nodes)} nodes", every=0.5)
        self.nodes[0].settle()

    def _complete(self) -> bool:
        command = "length(rabbit_nodes:list_running())."
        return int(self.nodes[0].rabbitmqctl("eval", command)) == len(self.nodes)

    def kill(self) -> None:
        """Stops all nodes the hard way."""
        for node in self.nodes:
            node.kill()

    def start(self) -> None:
        """Starts all nodes again; a single one could not serve before it finds a majority."""
        for node in self.nodes:
            node.container.start()
        self.await_ready()

    def leader(self, stream: str) -> Node:
        """The running node that takes what is published to the stream, once it is elected."""
        client = self._running()[0].client

        def elected() -> Node | None:
            address = client.leader(stream)
            return next((n for n in self._running() if n.access.address == address), None)

        leader = wait_until(elected, 60, f"a leader of {stream}", every=0.2)
        assert leader
        return leader

    def replicas(self, stream: str) -> list[Node]:
        """The nodes that follow the leader."""
        addresses = self._running()[0].client.replicas(stream)
        return [node for node in self.nodes if node.access.address in addresses]

    def _running(self) -> list[Node]:
        return [node for node in self.nodes if node.running]

    def close(self) -> None:
        for node in self.nodes:
            node.close()
        with suppress(NotFound):
            self.network.remove()

    def __getitem__(self, number: int) -> Node:
        return self.nodes[number]

    def __len__(self) -> int:
        return len(self.nodes)
