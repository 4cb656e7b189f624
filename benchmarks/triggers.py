"""``make bench ARGS=triggers``: what a streaming query costs beside Spark itself.

Durations of whole triggers, as Spark reports them, in one session: medians.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.streaming.query import StreamingQuery

from benchmarks import rabbitmq, sparks
from benchmarks.bare import BareClient
from benchmarks.loads import Load
from benchmarks.progress import BenchmarkError, say
from support import jvm
from support.address import Access
from support.bare import BareClient as Publisher

TESTKIT = Path("jvm/testkit/target")
LOGS = Path(".build/logs")
PARTITIONS = 100
PENDING = Load("bench-triggers-pending", "read", 1_000_000, 1024)
PATIENCE = 120

Progress = dict[str, Any]


def main() -> int:
    wishes = _wishes()
    try:
        with ExitStack() as stack:
            LOGS.mkdir(parents=True, exist_ok=True)
            uri = stack.enter_context(rabbitmq.broker(wishes.broker))
            bare = stack.enter_context(BareClient(uri, TESTKIT, LOGS))
            spark = stack.enter_context(sparks.session([]))
            # Triggers without data are reported, too, and not once in ten seconds.
            spark.conf.set("spark.sql.streaming.noDataProgressEventInterval", "1")
            # Most triggers of a source that is fast enough have no data, and push the others out.
            spark.conf.set("spark.sql.streaming.numRecentProgressUpdates", "1000")
            measured = _Queries(spark, uri)
            stack.callback(measured.publisher.close)
            _idle(measured, wishes.triggers)
            _busy(measured, wishes.triggers)
            _pending(measured, bare, PENDING.scaled(wishes.scale))
    except BenchmarkError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    return 0


def _wishes() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench ARGS=triggers", description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="share of the pending messages")
    parser.add_argument("--triggers", type=int, default=30)
    parser.add_argument("--broker", default="4.3", help="version of the RabbitMQ broker")
    return parser.parse_args()


class _Queries:
    def __init__(self, spark: SparkSession, uri: str) -> None:
        self.spark = spark
        self.uri = uri
        self.publisher = Publisher(uri)

    def of(self, **options: str) -> DataFrame:
        given = {**Access.parse(self.uri).options, "startingOffsets": "earliest", **options}
        reader = self.spark.readStream.format(sparks.OURS).options(**given)
        return reader.load().select("value")

    @contextmanager
    def running(self, table: DataFrame, **trigger: Any) -> Iterator[StreamingQuery]:
        with tempfile.TemporaryDirectory() as checkpoint:
            writer = table.writeStream.format("noop").option("checkpointLocation", checkpoint)
            query = (writer.trigger(**trigger) if trigger else writer).start()
            try:
                yield query
            finally:
                query.stop()


def _idle(queries: _Queries, triggers: int) -> None:
    name = "bench-triggers-idle"
    queries.publisher.create_superstream(name, partitions=PARTITIONS)
    try:
        keyed = ((str(number), "x") for number in range(10 * PARTITIONS))
        queries.publisher.publish_routed(name, keyed)
        with queries.running(queries.of(superstream=name)) as query:
            seen = _take(query, triggers, lambda progress: progress["numInputRows"] == 0)
    finally:
        queries.publisher.delete_superstream(name)
    print(f"idle, super stream of {PARTITIONS}: {_typical(seen):.0f} ms a trigger")


def _busy(queries: _Queries, triggers: int) -> None:
    def has_rows(progress: Progress) -> bool:
        return bool(progress["numInputRows"] > 0)

    every = {"processingTime": "300 milliseconds"}
    rate = queries.spark.readStream.format("rate").option("rowsPerSecond", "50").load()
    with queries.running(rate, **every) as query:
        base = _typical(_take(query, triggers, has_rows))
    name = "bench-triggers-busy"
    queries.publisher.create_stream(name)
    try:
        with (
            _publishing(queries.publisher, name),
            queries.running(queries.of(stream=name), **every) as query,
        ):
            ours = _typical(_take(query, triggers, has_rows))
    finally:
        queries.publisher.delete_stream(name)
    print(
        f"a trigger over one stream {ours:.0f} ms, over rate {base:.0f} ms, "
        f"more {ours - base:.0f} ms"
    )


@contextmanager
def _publishing(publisher: Publisher, name: str) -> Iterator[None]:
    done = threading.Event()

    def publish() -> None:
        while not done.wait(0.1):
            publisher.publish(name, ["x"] * 5)

    thread = threading.Thread(target=publish)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _pending(queries: _Queries, bare: BareClient, load: Load) -> None:
    bare.create(load.name)
    try:
        bare.write(load.name, load)
        began = time.perf_counter()
        with queries.running(queries.of(stream=load.name)) as query:
            (first,) = _take(query, 1, lambda progress: progress["numInputRows"] > 0)
            seconds = time.perf_counter() - began
    finally:
        bare.delete(load.name)
    print(
        f"{first['numInputRows']:,} pending messages of {load.bytes} B: "
        f"first batch done after {seconds:.1f} s"
    )


def _take(query: StreamingQuery, count: int, wanted: Callable[[Progress], bool]) -> list[Progress]:
    """The latest triggers of a kind; those before them warm up."""
    deadline = time.monotonic() + PATIENCE
    warm_up = 5 if count > 1 else 0
    while True:
        if failure := query.exception():
            raise BenchmarkError(str(failure))
        reported = [json.loads(progress.json) for progress in query.recentProgress]
        seen = [progress for progress in reported if wanted(progress)]
        if len(seen) >= count + warm_up:
            return seen[-count:]
        if time.monotonic() > deadline:
            raise BenchmarkError(f"only {len(seen)} of {count} triggers in {PATIENCE} s")
        time.sleep(0.05)


def _typical(seen: list[Progress]) -> float:
    durations = [progress["durationMs"]["triggerExecution"] for progress in seen]
    say(f"{min(durations)} to {max(durations)} ms")
    return float(median(durations))


if __name__ == "__main__":
    # The publisher's Java machine is in this process, and would keep it.
    status = main()
    jvm.leave(status)
    sys.exit(status)
