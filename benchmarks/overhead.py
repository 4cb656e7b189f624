"""``make bench ARGS=overhead``: what a small read costs beside Spark itself, and what a split does.

Differences and ratios of one run, in one session: medians of rounds in which everybody runs once.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import rabbitmq, sparks
from benchmarks.bare import BareClient
from benchmarks.loads import Load
from benchmarks.progress import BenchmarkError, say

TESTKIT = Path("jvm/testkit/target")
LOGS = Path(".build/logs")
ONE = Load("bench-overhead-one", "read", 1, 100)
MANY = Load("bench-overhead-many", "read", 3_000_000, 100)

Run = Callable[[], Any]


def main() -> int:
    wishes = _wishes()
    try:
        with ExitStack() as stack:
            LOGS.mkdir(parents=True, exist_ok=True)
            uri = stack.enter_context(rabbitmq.broker(wishes.broker))
            bare = stack.enter_context(BareClient(uri, TESTKIT, LOGS))
            spark = stack.enter_context(sparks.session([]))

            def read(load: Load, **options: str) -> Any:
                place = sparks.stream(uri, load.name)
                reader = spark.read.format(place.format).options(**place.options, **options)
                return reader.load().select("value")

            for load in (ONE, MANY.scaled(wishes.scale)):
                bare.create(load.name)
                stack.callback(bare.delete, load.name)
                bare.write(load.name, load)
            _small(lambda: spark.range(1).collect(), lambda: read(ONE).collect(), wishes.rounds)
            _splits(read, MANY.scaled(wishes.scale), wishes.rounds)
    except BenchmarkError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    return 0


def _wishes() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench ARGS=overhead", description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="share of the messages")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--broker", default="4.3", help="version of the RabbitMQ broker")
    return parser.parse_args()


def _small(range_of_one: Run, message: Run, rounds: int) -> None:
    def first(run: Run) -> float:
        return _seconds(run) * 1000

    first(range_of_one)
    say(f"one message, the first time: {first(message):.0f} ms")
    base, ours = first(range_of_one), first(message)
    say(f"the second time: {ours:.0f} ms, spark.range(1) {base:.0f} ms, more {ours - base:.0f} ms")
    base, ours = (1000 * seconds for seconds in _medians([range_of_one, message], rounds))
    print(f"one message {ours:.0f} ms, spark.range(1) {base:.0f} ms, more {ours - base:.0f} ms")


def _splits(read: Callable[..., Any], load: Load, rounds: int) -> None:
    def discard(**options: str) -> Run:
        return lambda: read(load, **options).write.format("noop").mode("overwrite").save()

    one, two = _medians([discard(), discard(minPartitions="2")], rounds)
    print(
        f"{load.messages:,} × {load.bytes} B: one range {one:.2f} s, two {two:.2f} s, "
        f"two÷one {one / two:.2f} as fast"
    )


def _medians(runs: list[Run], rounds: int) -> list[float]:
    """One warm-up, then rounds in which everybody runs once; each begins with another one."""
    seconds: list[list[float]] = [[] for _ in runs]
    for number in range(rounds + 1):
        for turn in range(len(runs)):
            which = (number + turn) % len(runs)
            taken = _seconds(runs[which])
            if number:
                seconds[which].append(taken)
    return [median(each) for each in seconds]


def _seconds(run: Run) -> float:
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


if __name__ == "__main__":
    sys.exit(main())
