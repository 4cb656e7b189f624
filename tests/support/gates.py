"""A place in a Python task where it stops until a test lets it go on."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

WITHIN = 60.0


class Gate:
    """Files tell who is where: a task runs in a process of its own, without these modules."""

    def __init__(self, directory: Path) -> None:
        self._reached = directory / "gate-reached"
        self._open = directory / "gate-open"

    def for_task(self) -> Callable[[], None]:
        """What the task calls to stop; it travels by value."""
        reached, opened, within = self._reached, self._open, WITHIN

        def wait() -> None:
            import time

            reached.touch()
            deadline = time.monotonic() + within
            while not opened.exists():
                if time.monotonic() > deadline:
                    raise TimeoutError("Nobody opened the gate")
                time.sleep(0.01)

        return wait

    @contextmanager
    def at_the_gate(self, act: Callable[[], object]) -> Iterator[None]:
        """While the block runs the task: once it has come to the gate, acts, and opens it."""
        failures: list[BaseException] = []

        def guard() -> None:
            try:
                wait_until(self._reached.exists, WITHIN, "a task at the gate", every=0.01)
                act()
            except BaseException as failure:
                failures.append(failure)
            finally:
                self._open.touch()

        guardian = threading.Thread(target=guard)
        guardian.start()
        try:
            yield
        finally:
            guardian.join()
        if failures:
            raise failures[0]
