"""Interleaved runs and their medians."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median

from benchmarks.loads import Load
from benchmarks.progress import rate, say

Run = Callable[[], float]
"""Does the work once and returns its seconds."""


@dataclass(frozen=True)
class Series:
    """All runs of one contender on one query."""

    contender: str
    query: str
    run: Run
    seconds: list[float] = field(default_factory=list)

    @property
    def title(self) -> str:
        return f"{self.contender} {self.query}"


@dataclass(frozen=True)
class Measured:
    load: Load
    series: list[Series]

    def rate(self, contender: str, query: str) -> float | None:
        """Messages per second of the median run; the bare client has one answer for any query."""
        for series in self.series:
            if series.contender == contender and series.query in (query, ""):
                return self.load.messages / median(series.seconds)
        return None

    def ratio(self, contender: str, query: str) -> float | None:
        ours, theirs = self.rate("ours", query), self.rate(contender, query)
        return ours / theirs if ours and theirs else None


def measure(load: Load, series: list[Series], rounds: int) -> Measured:
    """One warm-up, then rounds in which everybody runs once; each round begins with another one."""
    for each in series:
        _report(load, each, "warm-up", each.run())
    for number in range(rounds):
        first = number % len(series)
        for each in series[first:] + series[:first]:
            seconds = each.run()
            each.seconds.append(seconds)
            _report(load, each, f"round {number + 1}/{rounds}", seconds)
    return Measured(load, series)


def _report(load: Load, series: Series, stage: str, seconds: float) -> None:
    reached = rate(load.messages / seconds)
    say(f"{load.name:9} {stage:9} {series.title:15} {seconds:7.2f} s {reached:>10}")
