"""Writes that are patient, and what happens to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.disturbing import flows, meanwhile
from support.wait import wait_until

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable

    from pyspark.sql import DataFrame

    from support.proxy import Proxy
    from support.streams import Stream, SuperStream

IN_FLIGHT = 1_000
PATIENT = {
    "maxInFlight": str(IN_FLIGHT),
    "enqueueTimeoutMs": "0",
    "recoveryBackOffDelayPolicy": "100ms",
    "environmentIdleTimeoutMs": "1000",
}


def write(rows: DataFrame, target: Stream | SuperStream, **options: str) -> None:
    writer = rows.write.format("rabbitmq_streams").options(**target.options)
    writer.options(**{**PATIENT, **options}).mode("append").save()


def is_left_by_all(*proxies: Proxy) -> None:
    """Connections that nobody uses are closed soon, and with them the last traces of a write."""
    wait_until(lambda: not any(proxy.links for proxy in proxies), 30, "the end of all connections")


class Disturbance:
    """Something that happens to a write, so many times, when much of it has come over."""

    def __init__(self, proxy: Proxy, act: Callable[[], object], times: int = 1) -> None:
        self._proxy = proxy
        self._act = act
        self._wanted = times
        self.times = 0

    def during(self, work: Callable[[], object]) -> None:
        meanwhile(work, self._disturb)
        assert self.times == self._wanted, "the write was too short to be disturbed"

    def _disturb(self, done: threading.Event) -> None:
        while self.times < self._wanted and flows(self._proxy, done):
            self._act()
            self.times += 1
