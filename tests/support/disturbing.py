"""Work that is disturbed while it is done."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.proxy import Proxy

Found = TypeVar("Found")

FLOWS_WITHIN = 60.0


def meanwhile(work: Callable[[], Found], disturb: Callable[[threading.Event], None]) -> Found:
    """What the work gives, while it is disturbed until it is done."""
    done = threading.Event()
    with ThreadPoolExecutor() as threads:
        disturbance = threads.submit(disturb, done)
        try:
            return work()
        finally:
            done.set()
            disturbance.result()


def flows(proxy: Proxy, done: threading.Event, size: int = 2_000_000) -> bool:
    """Waits until so many bytes more have gone over the proxy; false if the work is done before."""
    before = proxy.carried

    def enough() -> bool:
        return done.is_set() or proxy.carried >= before + size

    wait_until(enough, FLOWS_WITHIN, f"{size} bytes over the proxy", every=0.002)
    return not done.is_set()
