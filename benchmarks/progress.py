"""What the person who waits gets to see, and how a benchmark fails."""

from __future__ import annotations

import sys
import time

_began = time.monotonic()


class BenchmarkError(Exception):
    """The benchmark cannot go on, or its figures could not be trusted."""


def say(text: str) -> None:
    minutes, seconds = divmod(int(time.monotonic() - _began), 60)
    print(f"[{minutes:02d}:{seconds:02d}] {text}", file=sys.stderr, flush=True)


def rate(per_second: float) -> str:
    """Three significant digits: ``4.98 M/s``, ``612 k/s``."""
    if per_second >= 999_500:
        return f"{per_second / 1e6:.2f} M/s"
    return f"{per_second / 1e3:.0f} k/s" if per_second >= 9_950 else f"{per_second / 1e3:.1f} k/s"


def exactly(expected: int, found: int, what: str) -> None:
    if found != expected:
        raise BenchmarkError(
            f"{what}: {found:,} rows instead of {expected:,}. "
            "Figures of a run that loses or repeats rows mean nothing, so nothing is written."
        )
