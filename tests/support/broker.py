"""One broker, wherever it runs, and what tests do with it.

`python -m support.broker --help` starts, stops and prepares brokers from the command line.
"""

from __future__ import annotations

import sys
import uuid
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from support import handshake
from support.bare import BareClient
from support.closing import Closing
from support.streams import Stream, SuperStream

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from support.address import Access, Address
    from support.proxy import Proxy


Made = TypeVar("Made", Stream, SuperStream)


class NotOurs(Exception):  # noqa: N818 - a test that meets it is skipped, not failed
    """The broker was started by somebody else, and may not be stopped or configured here."""


class Broker(Closing):
    """A broker that somebody runs: streams can be made, published to and inspected.

    Whoever needs more asks `brokers.start()` for one of its own, a `ContainerBroker`; the methods
    that only that one can fulfil raise NotOurs here, which skips the test.
    """

    proxy: Proxy | None = None

    def __init__(self, access: Access) -> None:
        self.access = access
        self._made: list[Stream | SuperStream] = []

    @property
    def uri(self) -> str:
        """What clients are told: through the proxy, if there is one."""
        return self.access.uri

    @property
    def endpoint(self) -> str:
        return str(self.access.address)

    @property
    def options(self) -> dict[str, str]:
        """The options of our format that lead to this broker."""
        return self.access.options

    @property
    def routes(self) -> Mapping[Address, Address]:
        """For each address that is advertised, the one that leads there without a proxy."""
        return {}

    @property
    def direct(self) -> Access:
        """The same login without the proxy."""
        address = self.access.address
        return replace(self.access, address=self.routes.get(address, address))

    @property
    def version(self) -> str:
        """What the broker says it is, such as 4.3.6."""
        to = self.direct
        return handshake.version(to.address, to.username, to.password)

    @property
    def series(self) -> tuple[int, int]:
        major, minor = self.version.split(".")[:2]
        return int(major), int(minor)

    @cached_property
    def client(self) -> BareClient:
        """A client that has nothing to do with the connector, and goes around the proxy."""
        return BareClient(self.direct.uri, self.routes)

    def client_as(self, access: Access) -> BareClient:
        """Such a client for another user; whoever asks for it closes it."""
        return BareClient(replace(access, address=self.direct.address).uri, self.routes)

    def stream(
        self,
        name: str | None = None,
        *,
        max_age: float | None = None,
        max_bytes: int | None = None,
        segment_bytes: int | None = None,
    ) -> Stream:
        """Creates a stream, by default with a name of its own; the age is in seconds.

        Leaving it as a context manager deletes it.
        """
        name = name or unique("stream")
        self.client.create_stream(
            name, max_age=max_age, max_bytes=max_bytes, segment_bytes=segment_bytes
        )
        return self._remember(Stream(self, name))

    def superstream(
        self,
        name: str | None = None,
        *,
        partitions: int = 3,
        binding_keys: Iterable[str] = (),
        max_bytes: int | None = None,
        segment_bytes: int | None = None,
    ) -> SuperStream:
        """Creates a super stream of so many partitions, or of one for each binding key."""
        name = name or unique("superstream")
        self.client.create_superstream(
            name,
            partitions=partitions,
            binding_keys=list(binding_keys),
            max_bytes=max_bytes,
            segment_bytes=segment_bytes,
        )
        return self._remember(SuperStream(self, name))

    def _remember(self, made: Made) -> Made:
        self._made.append(made)
        return made

    def unserved(self) -> list[str]:
        """The streams that were made here and have no leader now, as just after a restart."""
        names = [name for made in self._made for name in made.stream_names]
        return self.client.unserved(names)

    @property
    def amqp_uri(self) -> str:
        """Where AMQP 0.9.1 and 1.0 clients connect."""
        raise self._not_ours("know its other ports")

    def rabbitmqctl(self, *arguments: str) -> str:
        """Runs the command beside the broker and returns its standard output."""
        raise self._not_ours("run rabbitmqctl")

    def rabbitmq_streams(self, *arguments: str) -> str:
        raise self._not_ours("run rabbitmq-streams")

    def add_user(
        self,
        name: str,
        password: str,
        *,
        configure: str = ".*",
        write: str = ".*",
        read: str = ".*",
        vhost: str = "/",
    ) -> Access:
        """Adds a user with these permissions, and returns its access."""
        self.rabbitmqctl("add_user", name, password)
        self.rabbitmqctl("set_permissions", "-p", vhost, name, configure, write, read)
        return replace(self.access, username=name, password=password, vhost=vhost)

    def publishers(self, stream: str) -> int:
        """How many publishers the broker has for the stream."""
        raise self._not_ours("list its publishers")

    def publisher_names(self, stream: str) -> list[str]:
        """The names of the publishers that the broker has for the stream now."""
        raise self._not_ours("list its publishers")

    def stored_bytes(self, stream: str) -> int:
        raise self._not_ours("look at its disk")

    def damage(self, stream: str, text: str) -> None:
        """Changes a byte of this text where the broker keeps the stream on its disk."""
        raise self._not_ours("write to its disk")

    def arguments(self, stream: str) -> dict[str, object]:
        """The arguments with which a stream was created, as the broker keeps them."""
        raise self._not_ours("list its queues")

    def bindings(self, superstream: str) -> list[tuple[str, str, int]]:
        """Partition, key and place of each binding of a super stream, in the order of places."""
        raise self._not_ours("list its bindings")

    def bind(self, superstream: str, partition: str, key: str) -> None:
        raise self._not_ours("bind a partition")

    def unbind(self, superstream: str, partition: str, key: str | None = None) -> None:
        raise self._not_ours("unbind a partition")

    def consumers(self, stream: str) -> int:
        raise self._not_ours("list its consumers")

    def connections(self) -> list[dict[str, object]]:
        """The stream connections of the broker with their properties."""
        raise self._not_ours("list its connections")

    def connections_of(self, user: str) -> int:
        """How many connections a user has."""
        raise self._not_ours("count its connections")

    def stop(self) -> None:
        raise self._not_ours("stop it")

    def kill(self) -> None:
        """Stops it the hard way, as `kill -9` does."""
        raise self._not_ours("kill it")

    def start(self) -> None:
        """Starts it again, with its ports and data."""
        raise self._not_ours("start it")

    def restart(self) -> None:
        raise self._not_ours("restart it")

    def pause(self) -> None:
        """Freezes it: connections stay open and nothing is answered."""
        raise self._not_ours("pause it")

    def resume(self) -> None:
        raise self._not_ours("resume it")

    def close(self) -> None:
        """Lets go of it; a broker that was started here is removed."""
        self.disconnect()

    def disconnect(self) -> None:
        """Closes our own client, which connects again when it is needed."""
        if client := self.__dict__.pop("client", None):
            client.close()

    def _not_ours(self, wish: str) -> NotOurs:
        return NotOurs(f"RABBITMQ_STREAM_URI names a broker that is not ours: we may not {wish}")


def unique(kind: str) -> str:
    return f"{kind}-{uuid.uuid4().hex[:12]}"


if __name__ == "__main__":
    from support.cli import main

    sys.exit(main())
