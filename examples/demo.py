"""Writes a million events to a super stream with PySpark and reads them back.

Started by ci/demo.sh, which brings the broker; any other broker serves as well:
python examples/demo.py --uri rabbitmq-stream://guest:guest@localhost:5552
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812 - Spark's own convention
from rstream import RouteType, SuperStreamProducer
from rstream.exceptions import StreamAlreadyExists

from spark_rabbitmq_streams import Sink, Source

SUPER_STREAM = "demo-orders"
PARTITIONS = 3


class Progress:
    """One line that follows the tasks of Spark's running jobs, and ends with the time they took."""

    def __init__(self, spark: SparkSession, title: str) -> None:
        self._tracker = spark.sparkContext.statusTracker()
        self._title = title
        self._over = threading.Event()
        self._follower = threading.Thread(target=self._follow, daemon=True)
        self.seconds = 0.0

    def __enter__(self) -> Progress:
        self._began = time.monotonic()
        if sys.stdout.isatty():
            self._follower.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        self.seconds = time.monotonic() - self._began
        self._over.set()
        if self._follower.is_alive():
            self._follower.join()
        outcome = "✔" if kind is None else "✘"
        start = "\r\033[K" if sys.stdout.isatty() else ""
        print(f"{start}  {outcome} {self._title:<44} {self.seconds:6.1f} s", flush=True)

    def _follow(self) -> None:
        filled = 0
        while not self._over.wait(0.1):
            done, total = self._tasks()
            # Between two stages there are no tasks; the bar stays where it was.
            filled = max(filled, 24 * done // total)
            bar = "█" * filled + "░" * (24 - filled)
            seconds = time.monotonic() - self._began
            print(f"\r\033[K  {bar} {self._title}  {seconds:.0f} s", end="", flush=True)

    def _tasks(self) -> tuple[int, int]:
        stages = [self._tracker.getStageInfo(stage) for stage in self._tracker.getActiveStageIds()]
        known = [stage for stage in stages if stage is not None]
        total = sum(stage.numTasks for stage in known)
        return sum(stage.numCompletedTasks for stage in known), max(total, 1)


class Broker(NamedTuple):
    host: str
    port: int
    username: str
    password: str
    vhost: str

    @classmethod
    def at(cls, uri: str) -> Broker:
        parts = urlsplit(uri)
        return cls(
            parts.hostname or "localhost",
            parts.port or 5552,
            unquote(parts.username or "guest"),
            unquote(parts.password or "guest"),
            unquote(parts.path[1:]) or "/",
        )


@asynccontextmanager
async def administrator_of(broker: Broker) -> AsyncIterator[SuperStreamProducer]:
    async def unrouted(_: object) -> str:
        return ""

    async with SuperStreamProducer(
        broker.host,
        broker.port,
        vhost=broker.vhost,
        username=broker.username,
        password=broker.password,
        routing=RouteType.Hash,
        routing_extractor=unrouted,
        super_stream=SUPER_STREAM,
        load_balancer_mode=True,
    ) as administrator:
        yield administrator


async def create_super_stream(broker: Broker) -> None:
    async with administrator_of(broker) as administrator:
        try:
            await administrator.create_super_stream(SUPER_STREAM, PARTITIONS)
        except StreamAlreadyExists:
            sys.exit(
                f"There is a super stream {SUPER_STREAM} already, and the demo touches nothing that"
                f" it has not made. Delete it, or name another broker."
            )


async def delete_super_stream(broker: Broker) -> None:
    async with administrator_of(broker) as administrator:
        await administrator.delete_super_stream(SUPER_STREAM)


def orders(spark: SparkSession, events: int) -> DataFrame:
    """Orders of 1,000 customers, as JSON; all events of a customer go to one partition."""
    customer = F.concat(F.lit("customer-"), F.col("id") % 1000)
    order = F.struct(F.col("id").alias("order"), customer.alias("customer"))
    return spark.range(0, events, numPartitions=12).select(
        F.to_json(order).cast("binary").alias("value"), customer.alias("routing_key")
    )


def by_partition(stored: DataFrame) -> DataFrame:
    return (
        stored.groupBy("stream")
        .agg(
            F.count("*").alias("events"),
            F.max("offset").alias("last"),
            F.max_by(F.col("value").cast("string"), "offset").alias("order"),
        )
        .orderBy("stream")
    )


def main() -> int:
    arguments = parse()
    broker = Broker.at(arguments.uri)
    place: dict[str, Any] = {
        "superstream": SUPER_STREAM,
        "endpoints": f"{broker.host}:{broker.port}",
        "username": broker.username,
        "password": broker.password,
        "vhost": broker.vhost,
    }
    source, sink = Source(**place), Sink(**place)
    began = time.monotonic()
    spark = (
        SparkSession.builder.appName("spark-rabbitmq-streams demo")
        .master("local[*]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "4")
        .getOrCreate()
    )
    print(f"  ✔ {f'Spark {spark.version} is up':<44} {time.monotonic() - began:6.1f} s", flush=True)
    asyncio.run(create_super_stream(broker))
    print(f"  ✔ Super stream {SUPER_STREAM} of {PARTITIONS} partitions", flush=True)

    events = arguments.events
    with Progress(spark, f"Writing {events:,} events") as writing:
        sink.save(orders(spark, events))
    with Progress(spark, f"Reading {events:,} events back") as reading:
        partitions = by_partition(source.load(spark)).collect()
    spark.stop()
    if not arguments.keep:
        asyncio.run(delete_super_stream(broker))

    print(f"\n  {'stream':<16}{'events':>10}{'last offset':>13}   last event")
    for row in partitions:
        print(f"  {row.stream:<16}{row.events:>10,}{row['last']:>13,}   {row.order}")
    read = sum(row.events for row in partitions)
    print(f"  {'total':<16}{read:>10,}")
    print(f"\n  written  {events / writing.seconds:>10,.0f} events/s, each confirmed by the broker")
    print(f"  read     {read / reading.seconds:>10,.0f} events/s, grouped and counted by Spark")
    if read != events:
        print(f"\n  ✘ {events:,} events were written, but {read:,} read", file=sys.stderr)
        return 1
    return 0


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--uri", default="rabbitmq-stream://guest:guest@localhost:5552")
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--keep", action="store_true", help="leave the super stream there")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
