"""Reads that know at once that nothing more is to come, however long they would wait."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# Until one of them is over, a read that waits does not ask whether it has all there is. Longer than
# `support.queries.PATIENCE`.
PATIENT = {"maxWaitMs": "120000", "pollTimeoutMs": "120000"}


@contextmanager
def at_once() -> Iterator[None]:
    """No read of the block, which are all patient, has found its end by waiting."""
    began = time.monotonic()
    yield
    took = time.monotonic() - began
    assert took < 60
