"""The medians as bars, with every sample as a dot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

COLOURS = {
    "ours": "#e6550d",
    "bare": "#6baed6",
    "defaults": "#c6dbef",
    "ceiling": "#9ecae1",
    "kafka": "#636363",
}


def draw(document: dict[str, Any], path: Path) -> None:
    loads = document["loads"]
    heights = [1 + len(_bars(load)) for load in loads]
    figure = Figure(figsize=(9, 0.32 * sum(heights) + 1.2), layout="constrained")
    panels = figure.subplots(len(loads), 1, height_ratios=heights, squeeze=False)
    for panel, load in zip(panels[:, 0], loads, strict=True):
        _panel(panel, load)
    panels[-1, 0].set_xlabel("million messages per second")
    versions = document["versions"]
    figure.suptitle(
        f"spark-rabbitmq-streams {versions['connector']} on PySpark {versions['pyspark']}, "
        f"RabbitMQ {versions['rabbitmq']}, {document['machine']['cores']} cores",
        fontsize=10,
    )
    figure.savefig(path, dpi=130)


def _bars(load: dict[str, Any]) -> list[dict[str, Any]]:
    return [series for series in load["series"] if series["contender"] in COLOURS]


def _panel(panel: Any, load: dict[str, Any]) -> None:
    bars = _bars(load)
    labels = [f"{series['contender']}  {series['query']}" for series in bars]
    rates = [series["median_rate"] / 1e6 for series in bars]
    panel.barh(labels, rates, color=[COLOURS[series["contender"]] for series in bars])
    for place, series in enumerate(bars):
        samples = [load["messages"] / seconds / 1e6 for seconds in series["seconds"]]
        panel.plot(samples, [place] * len(samples), ".", color="black", markersize=3)
    panel.invert_yaxis()
    panel.tick_params(labelsize=8)
    panel.set_title(
        f"{load['kind']} {load['messages']:,} × {load['bytes']:,} B{load['manner']}",
        fontsize=9,
        loc="left",
    )
    panel.spines[["top", "right"]].set_visible(False)
