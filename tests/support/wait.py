"""Waiting for conditions: the only place that lets time pass."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


def wait_until(condition: Callable[[], T], within: float, what: str, *, every: float = 0.05) -> T:
    """The first true value of `condition`, or a TimeoutError that says `what` did not happen.

    A condition that raises ends the waiting: only "not yet" is waited for.
    """
    deadline = time.monotonic() + within
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"Within {within:g} s there was not: {what}")
        time.sleep(every)
    return value
