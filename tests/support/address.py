"""Where a broker is, and who may enter."""

from __future__ import annotations

import random
import socket
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit

LOOPBACK = "127.0.0.1"
# Below the range from which systems take the ports of outgoing connections: a stopped broker finds
# its port free when it starts again.
PORTS = range(20_000, 32_000)


class Address(NamedTuple):
    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


@dataclass(frozen=True)
class Access:
    """An address with the login that it takes: what a stream URI says."""

    address: Address
    username: str = "guest"
    password: str = "guest"
    vhost: str = "/"

    @staticmethod
    def parse(uri: str) -> Access:
        parts = urlsplit(uri)
        if parts.scheme != "rabbitmq-stream" or not parts.hostname:
            raise ValueError(
                "A stream URI looks like rabbitmq-stream://user:password@host:5552/vhost"
                f" (without TLS); its scheme and host are not those of {parts.scheme!r} here"
            )
        return Access(
            Address(parts.hostname, parts.port or 5552),
            unquote(parts.username or "guest"),
            unquote(parts.password or "guest"),
            unquote(parts.path[1:]) or "/",
        )

    @property
    def options(self) -> dict[str, str]:
        """The options of our format that lead there."""
        options = {
            "endpoints": str(self.address),
            "username": self.username,
            "password": self.password,
        }
        return options if self.vhost == "/" else {**options, "vhost": self.vhost}

    @property
    def uri(self) -> str:
        user = f"{quote(self.username, safe='')}:{quote(self.password, safe='')}"
        vhost = "" if self.vhost == "/" else "/" + quote(self.vhost, safe="")
        return f"rabbitmq-stream://{user}@{self.address}{vhost}"


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on."""
    for port in random.sample(PORTS, 100):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((LOOPBACK, port))
            except OSError:
                continue
            return port
    raise RuntimeError(f"No free port of 127.0.0.1 among 100 tried from {PORTS}")
