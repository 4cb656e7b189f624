"""Who runs on a load: our format, the bare client with and without its codec, and Kafka."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

from benchmarks import sparks
from benchmarks.bare import DEFAULT_CODEC, NO_CODEC, BareClient
from benchmarks.loads import READ, WRITE, Load
from benchmarks.measuring import Run, Series
from benchmarks.progress import exactly, rate, say
from benchmarks.sparks import Place, SparkRuns

Writing = Callable[[str, Load], float]

OURS, BARE, CEILING, KAFKA, GENERATION = "ours", "bare", "ceiling", "kafka", "generation"


class Arena:
    """One broker of each kind, and one warm client of each kind."""

    def __init__(
        self, uri: str, bootstrap: str | None, bare: BareClient, spark: SparkRuns, ours: bool
    ) -> None:
        self._uri = uri
        self._bootstrap = bootstrap
        self._bare = bare
        self._spark = spark
        self._ours = ours
        self._written = 0

    @contextmanager
    def series(self, load: Load) -> Iterator[list[Series]]:
        """The series of a load, with the data that they read."""
        with ExitStack() as cleanup:
            yield self._reads(load, cleanup) if load.kind == READ else self._writes(load)
        # The topics of a run that failed go with their broker.
        if load.kind == READ and self._bootstrap:
            self._spark.delete_topic(sparks.topic(self._bootstrap, _name(load)))

    def _reads(self, load: Load, cleanup: ExitStack) -> list[Series]:
        name = _name(load)
        say(f"{load.name:9} publishing {load.messages:,} × {load.bytes:,} B, {load.shape}")
        self._bare.create(name)
        cleanup.callback(self._bare.delete, name)
        _published(load, self._bare.write(name, load))
        series = []
        if self._ours:
            series += self._queries(OURS, sparks.stream(self._uri, name), load)
        series += [
            Series(BARE, "", partial(self._bare.read, name, load, DEFAULT_CODEC)),
            Series(CEILING, "", partial(self._bare.read, name, load, NO_CODEC)),
        ]
        if self._bootstrap:
            say(f"{load.name:9} publishing the same to Kafka")
            topic = sparks.topic(self._bootstrap, name)
            self._spark.create_topic(topic)
            _published(load, self._spark.publish(topic, load))
            series += self._queries(KAFKA, topic, load)
        return series

    def _queries(self, contender: str, place: Place, load: Load) -> list[Series]:
        return [
            Series(contender, query, partial(self._spark.read, place, load, query))
            for query in load.queries
        ]

    def _writes(self, load: Load) -> list[Series]:
        series = [Series(BARE, WRITE, self._on_stream(load, self._bare.write))]
        if self._ours:
            series.append(Series(OURS, WRITE, self._on_stream(load, self._write_ours)))
        if self._bootstrap:
            series.append(Series(KAFKA, WRITE, partial(self._write_kafka, load, self._bootstrap)))
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

    def _write_kafka(self, load: Load, bootstrap: str) -> float:
        topic = sparks.topic(bootstrap, self._fresh(load))
        self._spark.create_topic(topic, partitions=load.partitions or 1)
        seconds = self._spark.write(topic, load)
        exactly(load.messages, self._spark.count(topic), f"written to Kafka by {load.name}")
        self._spark.delete_topic(topic)
        return seconds

    def _fresh(self, load: Load) -> str:
        self._written += 1
        return f"{_name(load)}-{self._written}"


def _name(load: Load) -> str:
    return f"bench-{load.name}-{os.getpid()}"


def _published(load: Load, seconds: float) -> None:
    say(f"{load.name:9} published in {seconds:.1f} s, {rate(load.messages / seconds)}")
