"""``make memory``: one task reads or writes much on a small heap, which must not grow with it."""

from __future__ import annotations

import argparse
import re
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

from pyspark.sql import SparkSession

from benchmarks import rabbitmq
from benchmarks.bare import BareClient
from benchmarks.loads import READ, WRITE, Load
from benchmarks.progress import BenchmarkError, exactly, say
from support.address import Access

TESTKIT = Path("jvm/testkit/target")
LOGS = Path(".build/logs")
COLLECTIONS = LOGS / "memory-collections.log"
MIB = 1024 * 1024
BYTES = 4096
HEAP = "512m"
STREAM = "memory"
LINES = 20
GROWTH = {READ: 16, WRITE: 16 + 32}
"""MiB by which the highest of the second half may lie above the highest of the first.

Of a write, up to 32 MiB are on their way to the broker at one moment, and nothing at another.
"""


def main() -> int:
    parser = argparse.ArgumentParser(prog="make memory ARGS=…", description=__doc__)
    parser.add_argument("--gigabytes", type=float, default=10.0)
    parser.add_argument("--write", action="store_true", help="writes instead of reading")
    parser.add_argument("--broker", default="4.3", help="version of the RabbitMQ broker")
    wishes = parser.parse_args()
    kind = WRITE if wishes.write else READ
    load = Load(STREAM, kind, round(wishes.gigabytes * 1024 * MIB / BYTES), BYTES)
    LOGS.mkdir(parents=True, exist_ok=True)
    try:
        with ExitStack() as stack:
            uri = stack.enter_context(rabbitmq.broker(wishes.broker))
            with BareClient(uri, TESTKIT, LOGS) as bare:
                bare.create(STREAM)
                stack.callback(_delete, uri)
                if load.kind == READ:
                    say(f"Writing {load.messages:,} messages of {BYTES:,} B")
                    bare.write(STREAM, load)
            with _session() as spark:
                (_read if load.kind == READ else _write)(spark, uri, load)
            if load.kind == WRITE:
                with BareClient(uri, TESTKIT, LOGS) as bare:
                    bare.verify(STREAM, load)
    except BenchmarkError as error:
        print(f"memory: {error}", file=sys.stderr)
        return 1
    return 0


def _delete(uri: str) -> None:
    with BareClient(uri, TESTKIT, LOGS) as bare:
        bare.delete(STREAM)


@contextmanager
def _session() -> Iterator[SparkSession]:
    spark = (
        SparkSession.builder.master("local[1]")
        .appName("memory")
        .config("spark.driver.memory", HEAP)
        .config("spark.driver.extraJavaOptions", f"-Xlog:gc:file={COLLECTIONS}::filecount=0")
        .config("spark.ui.enabled", "false")
        .config("spark.log.level", "ERROR")
        .getOrCreate()
    )
    yield spark
    spark.stop()


def _read(spark: SparkSession, uri: str, load: Load) -> None:
    options = {**Access.parse(uri).options, "stream": STREAM}
    table = spark.read.format("rabbitmq_streams").options(**options).load()
    summary = table.selectExpr("count(*)", "sum(length(value))", "max(offset)")
    before = _heap(spark)
    began = time.perf_counter()
    with _sampling(spark) as samples:
        rows, size, last = summary.collect()[0]
    seconds = time.perf_counter() - began
    exactly(load.messages, rows, "read in one task")
    exactly(load.messages * BYTES, size, "bytes read in one task")
    exactly(load.messages, last + 1, "offsets read in one task")
    _report(load, seconds, before, samples, _heap(spark))


def _write(spark: SparkSession, uri: str, load: Load) -> None:
    """Spark makes rows faster than the broker confirms them, so that many are on their way."""
    options = {**Access.parse(uri).options, "stream": STREAM, "enqueueTimeoutMs": "0"}
    rows = spark.range(load.messages, numPartitions=1)
    values = rows.selectExpr(f"cast(rpad(string(id), {BYTES}, ' ') as binary) as value")
    before = _heap(spark)
    began = time.perf_counter()
    with _sampling(spark) as samples:
        values.write.format("rabbitmq_streams").options(**options).mode("append").save()
    _report(load, time.perf_counter() - began, before, samples, _heap(spark))


@contextmanager
def _sampling(spark: SparkSession) -> Iterator[list[int]]:
    """The heap in MiB, each second, until the block is left."""
    samples: list[int] = []
    done = threading.Event()

    def sample() -> None:
        while not done.wait(1):
            samples.append(_heap(spark))

    with ThreadPoolExecutor() as threads:
        sampler = threads.submit(sample)
        try:
            yield samples
        finally:
            done.set()
            sampler.result()


def _heap(spark: SparkSession) -> int:
    """What a full collection leaves, as its own log tells; later there is new garbage."""
    java = spark.sparkContext._jvm
    assert java
    java.java.lang.System.gc()
    left = re.findall(r"Pause Full \(System\.gc\(\)\) \d+M->(\d+)M", COLLECTIONS.read_text())
    return int(left[-1])


def _report(load: Load, seconds: float, before: int, samples: list[int], after: int) -> None:
    rate = load.messages * BYTES / MIB / seconds
    print(
        f"One task: {load.title} in {seconds:.0f} s ({rate:.0f} MiB/s,"
        f" a full collection each second), all of it, on a heap of {HEAP}"
    )
    print(f"  before            {before:4} MiB")
    every = max(1, len(samples) // LINES)
    for number in range(0, len(samples), every):
        share = (number + 1) / len(samples)
        print(f"  after {share:4.0%}        {max(samples[number : number + every]):4} MiB")
    print(f"  afterwards        {after:4} MiB")
    half = len(samples) // 2
    first, second = max(samples[:half], default=before), max(samples[half:], default=after)
    print(f"Highest in the first half {first} MiB, in the second {second} MiB")
    if second > first + GROWTH[load.kind]:
        raise BenchmarkError("The heap has grown with the rows")


if __name__ == "__main__":
    sys.exit(main())
