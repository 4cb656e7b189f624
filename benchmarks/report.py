"""The table for the eye and the JSON for later comparison."""

from __future__ import annotations

from statistics import median
from typing import Any

from benchmarks.contenders import BARE, CEILING, DEFAULTS, GENERATION, KAFKA, OURS
from benchmarks.loads import WRITE
from benchmarks.measuring import Measured, Series
from benchmarks.progress import rate

CONTENDERS = (OURS, BARE, DEFAULTS, CEILING, KAFKA)
OTHERS = CONTENDERS[1:]


def table(results: list[Measured]) -> str:
    head = ["load", "query", *CONTENDERS, *(f"ours÷{other}" for other in OTHERS)]
    rows = [head, *(_row(result, query) for result in results for query in result.load.queries)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    lines = ["  ".join(_cells(row, widths)).rstrip() for row in rows]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:], *_generation(results)])


def _row(result: Measured, query: str) -> list[str]:
    rates = [result.rate(contender, query) for contender in CONTENDERS]
    ratios = [result.ratio(other, query) for other in OTHERS]
    return [
        result.load.title,
        query,
        *("–" if each is None else rate(each) for each in rates),
        *("–" if each is None else f"{each:.2f}" for each in ratios),
    ]


def _cells(row: list[str], widths: list[int]) -> list[str]:
    words = [cell.ljust(width) for cell, width in zip(row[:2], widths[:2], strict=True)]
    return words + [cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]


def _generation(results: list[Measured]) -> list[str]:
    lines = []
    for result in results:
        alone = result.rate(GENERATION, WRITE)
        if alone is not None:
            ours = result.rate(OURS, WRITE)
            share = f", {ours / alone:.1%} of the time of ours" if ours else ""
            lines.append(f"{result.load.name}: generating the rows alone {rate(alone)}{share}")
    return ["", *lines] if lines else []


def document(results: list[Measured], facts: dict[str, Any]) -> dict[str, Any]:
    return {**facts, "loads": [_load(result) for result in results]}


def _load(result: Measured) -> dict[str, Any]:
    return {
        "name": result.load.name,
        "kind": result.load.kind,
        "messages": result.load.messages,
        "bytes": result.load.bytes,
        "shape": result.load.shape,
        "manner": result.load.manner,
        "series": [_series(result, series) for series in result.series],
        "ratios": {
            query: {other: _rounded(result.ratio(other, query)) for other in OTHERS}
            for query in result.load.queries
        },
    }


def _series(result: Measured, series: Series) -> dict[str, Any]:
    middle = median(series.seconds)
    return {
        "contender": series.contender,
        "query": series.query or "count",
        "median_seconds": round(middle, 6),
        "median_rate": round(result.load.messages / middle),
        "seconds": [round(each, 6) for each in series.seconds],
    }


def _rounded(ratio: float | None) -> float | None:
    return None if ratio is None else round(ratio, 4)
