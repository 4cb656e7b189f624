"""A result as a page."""

from __future__ import annotations

from typing import Any

from benchmarks.contenders import BARE, CEILING, DEFAULTS, KAFKA, OURS
from benchmarks.progress import rate

OTHERS = (BARE, DEFAULTS, CEILING, KAFKA)
HEAD = ["load", "query", "ours", *(f"÷ {other}" for other in OTHERS)]


def page(document: dict[str, Any]) -> str:
    rows = [
        _row(load, query, ratios)
        for load in document["loads"]
        for query, ratios in load["ratios"].items()
    ]
    table = [HEAD, ["---"] * 2 + ["---:"] * (len(HEAD) - 2), *rows]
    return "\n".join(
        [
            "# The latest result",
            "",
            "Made by `make bench`. [README.md](README.md) says who is who, and how to read it.",
            "",
            *(f"| {' | '.join(row)} |" for row in table),
            "",
            *_conditions(document),
            "",
            "![All medians, and each run](latest.png)",
            "",
        ]
    )


def _row(load: dict[str, Any], query: str, ratios: dict[str, float | None]) -> list[str]:
    ours = [
        rate(series["median_rate"])
        for series in load["series"]
        if (series["contender"], series["query"]) == (OURS, query)
    ]
    title = f"{load['kind']} {load['messages']:,} × {load['bytes']:,} B{load['manner']}"
    return [title, query, *(ours or [""]), *(_ratio(ratios[other]) for other in OTHERS)]


def _ratio(ratio: float | None) -> str:
    return "" if ratio is None else f"{ratio:.2f}"


def _conditions(document: dict[str, Any]) -> list[str]:
    conditions = {**document["versions"], **document["machine"]}
    lines = [f"- {name.replace('_', ' ')}: {value}" for name, value in conditions.items()]
    return [f"- rounds: {document['rounds']}, of {document['scale']:.0%} of the messages", *lines]
