"""Brokers of any version, several at once, from wherever this machine can get them."""

from __future__ import annotations

import atexit
import os
import socket
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, TypeVar

from docker.errors import APIError, NotFound

from support import engine, image
from support.address import Access
from support.broker import Broker, NotOurs, unique
from support.closing import Closing
from support.cluster import Cluster
from support.container import KEPT, OWNER, ContainerBroker, Specification
from support.proxy import Proxy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from docker import DockerClient

    from support.address import Address

Started = TypeVar("Started", Broker, ContainerBroker, Cluster)


def default_version() -> str:
    """BROKER, or the newest that we test."""
    return os.environ.get("BROKER", "4.3")


class Brokers(Closing):
    """Starts brokers and owns them: closing it removes every one that is still there.

    A broker that RABBITMQ_STREAM_URI names takes the place of the shared one; whoever needs a
    broker of its own is told NotOurs then.
    """

    def __init__(self) -> None:
        self._client: DockerClient | None = None
        self._started = ExitStack()
        self._shared: dict[str, Broker] = {}
        atexit.register(self.close)

    def shared(self, version: str | None = None) -> Broker:
        """The one broker of this version that everybody uses who leaves it as it was."""
        if uri := os.environ.get("RABBITMQ_STREAM_URI"):
            version = "named"
            if version not in self._shared:
                self._shared[version] = self._own(Broker(Access.parse(uri)))
            return self._shared[version]
        version = version or default_version()
        if version not in self._shared:
            self._shared[version] = self.start(version)
        return self._shared[version]

    def start(
        self,
        version: str | None = None,
        *,
        proxied: bool = False,
        configuration: Mapping[str, str] | None = None,
        files: Mapping[str, bytes] | None = None,
        plugins: tuple[str, ...] = (),
        advertised: Address | None = None,
    ) -> ContainerBroker:
        """A new broker that is ready; `configuration` adds lines of rabbitmq.conf.

        A proxied one advertises `broker.proxy`, which can disturb what clients see of it. Files
        land beside rabbitmq.conf, in `container.DIRECTORY`.
        """
        self._refuse_if_named("a broker of its own")
        wanted = Specification(
            self.image(version),
            unique("broker"),
            configuration=configuration or {},
            files=files or {},
            plugins=plugins,
            advertised=advertised,
        )
        broker = self._own(ContainerBroker.create(wanted, Proxy() if proxied else None))
        broker.await_ready()
        broker.settle()
        return broker

    def cluster(
        self, version: str | None = None, *, nodes: int = 3, proxied: bool = False
    ) -> Cluster:
        """A cluster whose nodes are published on ports of their own, ready and complete."""
        self._refuse_if_named("a cluster")
        cluster = self._own(Cluster.create(self.image(version), nodes, proxied=proxied))
        cluster.await_ready()
        return cluster

    def keep(self, name: str, version: str | None = None) -> Broker:
        """The broker of this name, which outlives this process until `remove(name)`."""
        if uri := os.environ.get("RABBITMQ_STREAM_URI"):
            return Broker(Access.parse(uri))
        try:
            container = self._engine().containers.get(container_name(name))
        except NotFound:
            wanted = Specification(self.image(version), container_name(name), owner=KEPT)
            broker = ContainerBroker.create(wanted)
        else:
            running = container.attrs["Config"]["Image"]
            if running != self.image(version):
                raise RuntimeError(
                    f"A broker {name} of image {running} is there;"
                    f" python -m support.broker down --name {name} removes it"
                )
            container.start()
            broker = ContainerBroker(container)
        broker.await_ready()
        broker.settle()
        return broker

    def remove(self, name: str) -> bool:
        """Removes a broker that was kept; False if there is none."""
        client = engine.connect()
        if client is None:
            return False
        try:
            client.containers.get(container_name(name)).remove(force=True, v=True)
        except NotFound:
            return False
        finally:
            client.close()
        return True

    def image(self, version: str | None = None) -> str:
        """The name of the image for a version, which is made or pulled if need be."""
        return image.ensure(self._engine(), version or default_version())

    def close(self) -> None:
        """Removes what was started here, the latest first."""
        atexit.unregister(self.close)
        self._shared.clear()
        self._started.close()
        if self._client:
            self._client.close()
            self._client = None

    def _engine(self) -> DockerClient:
        if self._client is None:
            self._client = engine.ensure()
            sweep(self._client)
        return self._client

    def _own(self, started: Started) -> Started:
        self._started.callback(started.close)
        return started

    def _refuse_if_named(self, wish: str) -> None:
        if os.environ.get("RABBITMQ_STREAM_URI"):
            raise NotOurs(f"The test needs {wish}, and RABBITMQ_STREAM_URI names one that is not")


def container_name(name: str) -> str:
    return f"spark-rabbitmq-streams-{name}"


def sweep(client: DockerClient) -> None:
    """Removes what owners left behind that ended before they could."""
    labelled = {"label": OWNER}
    for container in client.containers.list(all=True, filters=labelled):
        if _orphaned(container.labels[OWNER]):
            engine.say(f"Removing {container.name}, whose owner is gone")
            with suppress(APIError):  # Somebody else may be sweeping too.
                container.remove(force=True, v=True)
    for network in client.networks.list(filters=labelled):
        if _orphaned(network.attrs["Labels"][OWNER]):
            with suppress(APIError):
                network.remove()


def _orphaned(owner: str) -> bool:
    host, _, process = owner.partition(":")
    if owner == KEPT or host != socket.gethostname():
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
