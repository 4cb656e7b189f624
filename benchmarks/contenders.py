"""Who runs on a load: our format, the bare client with and without its codec, and Kafka."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial

from benchmarks import sparks
from benchmarks.apart import SparkApart
from benchmarks.bare import DEFAULT_CODEC, NO_CODEC, OWN, BareClient
from benchmarks.loads import READ, WRITE, Load
from benchmarks.measuring import Run, Series
from benchmarks.progress import exactly, rate, say
from benchmarks.sparks import SparkRuns

Writing = Callable[[str, Load], float]

OURS, BARE, DEFAULTS, CEILING = "ours", "bare", "defaults", "ceiling"
KAFKA, GENERATION = "kafka", "generation"


@dataclass(frozen=True)
class Kafka:
    """Where its broker is, and the Spark that goes there."""

    bootstrap: str
    spark: SparkApart


class Arena:
    """One broker of each kind, and one warm client of each kind."""

    def __init__(
        self, uri: str, bare: BareClient, spark: SparkRuns, kafka: Kafka | None, ours: bool
    ) -> None:
        self._uri = uri
        self._bare = bare
        self._spark = spark
        self._kafka = kafka
        self._ours = ours
        self._written = 0

    @contextmanager
    def series(self, load: Load) -> Iterator[list[Series]]:
        """The series of a load, with the data that they read."""
        with ExitStack() as cleanup:
            yield self._reads(load, cleanup) if load.kind == READ else self._writes(load)
        # The topics of a run that failed go with their broker.
        if load.kind == READ and self._kafka:
            topic = sparks.topic(self._kafka.bootstrap, _name(load))
            self._kafka.spark.run(SparkRuns.delete_topic, topic)

    def _reads(self, load: Load, cleanup: ExitStack) -> list[Series]:
        name = _name(load)
        say(f"{load.name:9} publishing {load.messages:,} × {load.bytes:,} B, {load.shape}")
        self._bare.create(name)
        cleanup.callback(self._bare.delete, name)
        _published(load, self._bare.write(name, load))
        series = []
        if self._ours:
            place = sparks.stream(self._uri, name)
            series += _queries(OURS, load, lambda query: self._spark.read(place, load, query))
        series += [
            Series(BARE, "", partial(self._bare.read, name, load, DEFAULT_CODEC)),
            Series(CEILING, "", partial(self._bare.read, name, load, NO_CODEC)),
        ]
        if self._kafka:
            series += self._reads_of_kafka(name, load, self._kafka)
        return series

    def _reads_of_kafka(self, name: str, load: Load, kafka: Kafka) -> list[Series]:
        say(f"{load.name:9} publishing the same to Kafka")
        topic = sparks.topic(kafka.bootstrap, name)
        kafka.spark.run(SparkRuns.create_topic, topic)
        _published(load, kafka.spark.run(SparkRuns.publish, topic, load))
        return _queries(
            KAFKA, load, lambda query: kafka.spark.run(SparkRuns.read, topic, load, query)
        )

    def _writes(self, load: Load) -> list[Series]:
        untuned = partial(self._bare.write, settings=OWN)
        series = [
            Series(BARE, WRITE, self._on_stream(load, self._bare.write)),
            Series(DEFAULTS, WRITE, self._on_stream(load, untuned)),
        ]
        if self._ours:
            series.append(Series(OURS, WRITE, self._on_stream(load, self._write_ours)))
        if self._kafka:
            series.append(Series(KAFKA, WRITE, partial(self._write_kafka, load, self._kafka)))
        return [*series, Series(GENERATION, WRITE, partial(self._spark.generate, load))]

    def _on_stream(self, load: Load, write: Writing) -> Run:
        """Writes to a stream of its own, which lives until its messages are counted."""

        def run() -> float:
            name = self._fresh(load)
            self._bare.create(name, load)
            try:
                seconds = write(name, load)
                self._bare.verify(name, load)
            finally:
                self._bare.delete(name, load)
            return seconds

        return run

    def _write_ours(self, name: str, load: Load) -> float:
        return self._spark.write(sparks.stream(self._uri, name, load), load)

    def _write_kafka(self, load: Load, kafka: Kafka) -> float:
        topic = sparks.topic(kafka.bootstrap, self._fresh(load))
        kafka.spark.run(SparkRuns.create_topic, topic, partitions=load.partitions or 1)
        seconds = kafka.spark.run(SparkRuns.write, topic, load)
        found = kafka.spark.run(SparkRuns.count, topic)
        exactly(load.messages, found, f"written to Kafka by {load.name}")
        kafka.spark.run(SparkRuns.delete_topic, topic)
        return seconds

    def _fresh(self, load: Load) -> str:
        self._written += 1
        return f"{_name(load)}-{self._written}"


def _queries(contender: str, load: Load, read: Callable[[str], float]) -> list[Series]:
    return [Series(contender, query, partial(read, query)) for query in load.queries]


def _name(load: Load) -> str:
    return f"bench-{load.name}-{os.getpid()}"


def _published(load: Load, seconds: float) -> None:
    say(f"{load.name:9} published in {seconds:.1f} s, {rate(load.messages / seconds)}")
