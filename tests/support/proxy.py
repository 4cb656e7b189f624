"""A TCP proxy between clients and a broker that can make the network a bad one."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from support.address import LOOPBACK, Address, free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

T = TypeVar("T")

BLOCK = 256 * 1024
# Blocks that are on their way, in each direction of a connection, before the sender is held back.
IN_FLIGHT = 64


class Weather:
    """What a connection meets; both the proxy and each connection have one, and they add up.

    Setting it takes effect at once, also for what is on its way.
    """

    def __init__(self) -> None:
        self.latency = 0.0
        self.bytes_per_second: float | None = None
        self.stalled = False

    def delay(self, seconds: float) -> None:
        """Everything arrives so much later, in each direction."""
        self.latency = seconds

    def throttle(self, bytes_per_second: float | None) -> None:
        """Not more than so much in each direction of a connection; None lifts it."""
        self.bytes_per_second = bytes_per_second

    def stall(self) -> None:
        """Nothing arrives any more, and connections stay open."""
        self.stalled = True

    def flow(self) -> None:
        """Ends the stalling; what was held back arrives."""
        self.stalled = False

    def clear(self) -> None:
        """As if there were no proxy."""
        self.delay(0)
        self.throttle(None)
        self.flow()


@dataclass(eq=False)
class Link(Weather):
    """One connection through the proxy."""

    proxy: Proxy
    received: int = 0
    """Bytes that came from the broker."""
    sent: int = 0
    """Bytes that came from the client."""
    writers: list[asyncio.StreamWriter] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def cut(self) -> None:
        """Breaks the connection on both sides."""
        self.proxy.run(self._abort)

    def _abort(self) -> None:
        for writer in self.writers:
            writer.transport.abort()
