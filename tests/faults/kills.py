"""`make kills`: kills drivers at random moments, and prints what was counted."""

from __future__ import annotations

import argparse
import itertools
import random
import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from support.brokers import Brokers

from .killing import Figures, Life

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.broker import Broker

DIRECTORY = Path(__file__).parents[2] / ".build" / "kills"
KILLS_OF_ONE_QUERY = 5


def main() -> int:
    parser = argparse.ArgumentParser(prog="make kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    wishes = parser.parse_args()
    shutil.rmtree(DIRECTORY, ignore_errors=True)
    began = time.monotonic()
    total = Figures()
    with Brokers() as brokers:
        broker = brokers.shared()
        print(f"RabbitMQ {broker.version}, seed {wishes.seed}", flush=True)
        chance = random.Random(wishes.seed)  # noqa: S311 - moments only have to differ
        for name, figures in lives(broker, wishes.kills, chance):
            print(f"{time.monotonic() - began:5.0f} s  {name}: {figures}", flush=True)
            total.add(figures)
    print(f"In all {total}")
    return 0


def lives(broker: Broker, kills: int, chance: random.Random) -> Iterator[tuple[str, Figures]]:
    """Queries of streams and of super streams, from the beginning and from the end, in turn."""
    kinds = itertools.cycle(itertools.product(("earliest", "latest"), ("stream", "superstream")))
    for number, (start, kind) in zip(itertools.count(1), kinds, strict=False):
        now = min(KILLS_OF_ONE_QUERY, kills)
        if now == 0:
            return
        kills -= now
        with broker.stream() if kind == "stream" else broker.superstream() as source:
            life = Life(source, start, DIRECTORY / str(number), chance)
            yield f"query {number}, {start} of a {kind}", life.survive(now)


if __name__ == "__main__":
    sys.exit(main())
