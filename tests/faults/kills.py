"""`make kills`: kills drivers, executors and brokers at random moments, and counts."""

from __future__ import annotations

import argparse
import itertools
import random
import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from dedup.killing import Figures as PipelineFigures
from dedup.killing import Kind, PipelineLife
from support.brokers import Brokers

from .killing import Figures, Life

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.broker import Broker
    from support.container import ContainerBroker
    from support.streams import Stream, SuperStream

DIRECTORY = Path(__file__).parents[2] / ".build" / "kills"
KILLS_OF_ONE_QUERY = 5
KINDS: tuple[Kind, ...] = ("driver", "broker", "executor")


def main() -> int:
    parser = argparse.ArgumentParser(prog="make kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--pipeline-kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    wishes = parser.parse_args()
    shutil.rmtree(DIRECTORY, ignore_errors=True)
    began = time.monotonic()
    total, pipelines = Figures(), PipelineFigures()
    with Brokers() as brokers:
        broker = brokers.shared()
        print(f"RabbitMQ {broker.version}, seed {wishes.seed}", flush=True)
        chance = random.Random(wishes.seed)  # noqa: S311 - moments only have to differ
        for name, figures in lives(broker, wishes.kills, chance):
            print(f"{time.monotonic() - began:5.0f} s  {name}: {figures}", flush=True)
            total.add(figures)
        mortal = brokers.start()
        mortal.settle()
        for name, counted in pipeline_lives(mortal, wishes.pipeline_kills, chance):
            print(f"{time.monotonic() - began:5.0f} s  {name}: {counted}", flush=True)
            pipelines.add(counted)
    if wishes.kills:
        print(f"Queries: in all {total}")
    if wishes.pipeline_kills:
        print(f"Pipelines with deduplication=effectively-once: in all {pipelines}")
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


def pipeline_lives(
    broker: ContainerBroker, kills: int, chance: random.Random
) -> Iterator[tuple[str, PipelineFigures]]:
    """Pipelines to streams and to super streams, in turn, with kills of all kinds."""
    for number in itertools.count(1):
        kinds = chance.choices(KINDS, k=min(KILLS_OF_ONE_QUERY, kills))
        if not kinds:
            return
        kills -= len(kinds)
        to_stream = number % 2 == 1
        sink: Stream | SuperStream = broker.stream() if to_stream else broker.superstream()
        with broker.stream() as source, sink:
            directory = DIRECTORY / f"pipeline-{number}"
            life = PipelineLife(broker, source, sink, directory, chance)
            kind = "stream" if to_stream else "super stream"
            yield f"pipeline {number}, to a {kind}", life.survive(kinds)


if __name__ == "__main__":
    sys.exit(main())
