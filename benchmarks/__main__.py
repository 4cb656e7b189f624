"""``make bench ARGS="--scale 0.01 --only read100 --kafka"``"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pyspark

from benchmarks import facts, kafka, plot, rabbitmq, report, sparks
from benchmarks.apart import apart
from benchmarks.bare import BareClient
from benchmarks.contenders import Arena, Kafka
from benchmarks.loads import LOADS
from benchmarks.measuring import Measured, measure
from benchmarks.page import page
from benchmarks.progress import BenchmarkError, say

TESTKIT = Path("jvm/testkit/target")
LOGS = Path(".build/logs")
SCRATCH = Path(".build/benchmarks")
PUBLISHED = Path("docs/benchmarks")


def main() -> int:
    wishes = _wishes()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("bench: terminated"))
    try:
        results, document = _run(wishes)
    except BenchmarkError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("bench: interrupted", file=sys.stderr)
        return 130
    print(report.table(results))
    directory = PUBLISHED if _is_published(wishes) else SCRATCH
    _save(document, directory)
    return 0


def _wishes() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench ARGS=…", description=__doc__)
    names = [load.name for load in LOADS]
    parser.add_argument("--scale", type=_positive, default=1.0, help="share of the messages")
    parser.add_argument("--rounds", type=int, choices=range(1, 101), default=5, metavar="1…100")
    parser.add_argument("--only", action="append", choices=names, help="this load; repeatable")
    parser.add_argument("--kafka", action="store_true", help="compare with a Kafka broker, too")
    parser.add_argument("--broker", default="4.3", help="version of the RabbitMQ broker")
    parser.add_argument("--without-ours", action="store_true", help="leave our format out")
    parser.add_argument(
        "--publish-results",
        action="store_true",
        help=f"write to {PUBLISHED} although the run is scaled or partial",
    )
    return parser.parse_args()


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value <= 100:
        raise argparse.ArgumentTypeError("must be above 0 and at most 100")
    return value


def _is_published(wishes: argparse.Namespace) -> bool:
    whole = wishes.scale == 1 and not wishes.only and not wishes.without_ours
    return whole or wishes.publish_results


def _run(wishes: argparse.Namespace) -> tuple[list[Measured], dict[str, Any]]:
    loads = [load.scaled(wishes.scale) for load in LOADS if load.name in (wishes.only or load.name)]
    SCRATCH.mkdir(parents=True, exist_ok=True)
    LOGS.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        jars = kafka.spark_jars(pyspark.__version__) if wishes.kafka else []
        uri = stack.enter_context(rabbitmq.broker(wishes.broker))
        other = None
        if wishes.kafka:
            bootstrap = stack.enter_context(kafka.broker(SCRATCH))
            other = Kafka(bootstrap, stack.enter_context(apart(jars)))
        bare = stack.enter_context(BareClient(uri, TESTKIT, LOGS))
        spark = stack.enter_context(sparks.session([]))
        arena = Arena(uri, bare, sparks.SparkRuns(spark), other, not wishes.without_ours)
        about = {
            "scale": wishes.scale,
            "rounds": wishes.rounds,
            "machine": facts.machine(spark),
            "versions": facts.versions(spark, bare.broker_version(), wishes.kafka),
        }
        results = []
        for load in loads:
            with arena.series(load) as series:
                results.append(measure(load, series, wishes.rounds))
        return results, report.document(results, about)


def _save(document: dict[str, Any], directory: Path) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    data, picture = directory / "latest.json", directory / "latest.png"
    data.write_text(json.dumps(document, indent=2) + "\n")
    plot.draw(document, picture)
    (directory / "latest.md").write_text(page(document))
    say(f"Wrote {data}, {picture}, and latest.md beside them")


if __name__ == "__main__":
    sys.exit(main())
