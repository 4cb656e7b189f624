"""A pipeline from stream to stream, whose driver, executors and broker are killed again and again.

Every message of the source must be in the sink once at the end. `make kills` runs it by the
dozen.
"""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from faults.killing import Driver
from support.wait import wait_until

from .pipeline import IDS_OF_AN_EPOCH

if TYPE_CHECKING:
    import random
    from collections.abc import Callable
    from pathlib import Path

    from support.container import ContainerBroker
    from support.streams import Stream, SuperStream

Kind = Literal["driver", "executor", "broker"]

NAME = "copies"
WRITERS = 3
ROWS = 3000
ROWS_EVERY = 1.0
STARTS_WITHIN = 120
SETTLES_WITHIN = 120
LOCAL = "local[2]"
CLUSTER = "local-cluster[2,1,700]"
CLUSTER_CONF = {"spark.executor.memory": "600m", "spark.deploy.maxExecutorRetries": "-1"}
COLUMNS = (
    "cast(concat(stream, ' ', offset) as binary) as value",
    "string(offset % 11) as routing_key",
    "stream as source",
    "offset",
)


@dataclass
class Figures:
    """What happened; each is a reason to believe that the kills met something."""

    kills: Counter[str] = field(default_factory=Counter)
    within_a_batch: int = 0
    half_written: int = 0
    batches: int = 0
    rows: int = 0

    def add(self, other: Figures) -> None:
        self.kills += other.kills
        self.within_a_batch += other.within_a_batch
        self.half_written += other.half_written
        self.batches += other.batches
        self.rows += other.rows

    def __str__(self) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.kills.items()))
        return (
            f"{self.kills.total()} kills ({kinds}), {self.within_a_batch} within a batch,"
            f" {self.half_written} of them with rows of it in the sink, {self.batches} batches,"
            f" {self.rows} rows, each once in the sink, none missing"
        )


@dataclass
class PipelineLife:
    """One pipeline on one checkpoint, over all deaths of those who work for it."""

    broker: ContainerBroker
    source: Stream
    sink: Stream | SuperStream
    directory: Path
    chance: random.Random
    figures: Figures = field(default_factory=Figures)
    published: int = 0

    def survive(self, kinds: list[Kind]) -> Figures:
        self.directory.mkdir(parents=True)
        driver: Driver | None = None
        try:
            for kind in kinds:
                self._publish(ROWS)
                driver = self._working(driver, kind)
                self._await_moment(driver)
                self._kill(driver, kind)
                if not driver.is_alive:
                    driver.close()
                    driver = None
        finally:
            if driver:
                driver.close()
        with self._driver(LOCAL, ends=True) as last:
            last.await_end()
        self._count()
        return self.figures

    def _working(self, driver: Driver | None, kind: Kind) -> Driver:
        """A driver that has begun something new; only one of a cluster has executors."""
        if driver and (kind != "executor" or driver.executors()):
            self._await_batch(driver, self._latest("commits"))
            if driver.is_alive:
                return driver
        if driver:
            driver.close()
        driver = self._driver(CLUSTER if kind == "executor" else LOCAL, ends=False)
        driver.await_life()
        before = self._latest("commits")
        driver.live_until(lambda: self._latest("commits") > before)
        return driver

    def _await_batch(self, driver: Driver, after: int) -> None:
        """The driver may end instead, as it does when its broker was away for too long."""
        wait_until(
            lambda: self._latest("commits") > after or not driver.is_alive,
            SETTLES_WITHIN,
            f"a batch after the last kill; see {driver.log}",
        )

    def _is_within_a_batch(self) -> bool:
        return self._latest("offsets") > self._latest("commits")

    def _driver(self, master: str, *, ends: bool) -> Driver:
        """Limits and splits differ from one to the next, which must not matter to old batches."""
        options = {**self.source.options, "startingOffsets": "earliest"}
        options["minPartitions"] = str(self.chance.randint(1, 4))
        if not ends:
            options["maxRecordsPerTrigger"] = str(self.chance.randint(20, 400))
        sink = {
            **self.sink.options,
            "deduplication": "effectively-once",
            "producerName": NAME,
            "orderingColumns": "source,offset",
            "deduplicationWriters": str(WRITERS),
        }
        return Driver(
            self.directory / "driver.log",
            options=options,
            sink=sink,
            columns=COLUMNS,
            checkpoint=str(self.checkpoint),
            master=master,
            conf=CLUSTER_CONF if master == CLUSTER else {},
            ends=ends,
        )

    def _await_moment(self, driver: Driver) -> None:
        """Most kills fall where a batch is not yet noted as done; many where it has rows."""
        driver.live(self.chance.uniform(0, 3))
        moment = self.chance.random()
        if moment < 0.45:
            self._await(
                lambda: self._latest_written() > self._latest("commits"),
                driver,
                "a batch that has rows in the sink",
                every=0.001,
            )
        elif moment < 0.85:
            self._await(self._is_within_a_batch, driver, "a batch that is under way", every=0.002)
            if driver.is_alive:
                driver.live(self.chance.uniform(0, 0.5))
        else:
            driver.live(self.chance.uniform(0, 2))

    def _await(
        self, is_met: Callable[[], bool], driver: Driver, what: str, *, every: float
    ) -> None:
        """A query that has caught up begins no batch, so rows are added as long as it takes."""
        latest_rows = time.monotonic()

        def is_time() -> bool:
            nonlocal latest_rows
            if is_met() or not driver.is_alive:
                return True
            if time.monotonic() > latest_rows + ROWS_EVERY:
                self._publish(ROWS // 10)
                latest_rows = time.monotonic()
            return False

        wait_until(is_time, SETTLES_WITHIN, what, every=every)

    def _publish(self, rows: int) -> None:
        self.source.publish(*(str(number) for number in range(rows)))
        self.published += rows

    def _kill(self, driver: Driver, kind: Kind) -> None:
        self.figures.kills[kind] += 1
        if kind == "driver":
            driver.close()
        elif kind == "executor":
            os.kill(self.chance.choice(driver.executors()), signal.SIGKILL)
        elif self.chance.random() < 0.5:
            self.broker.kill()
        else:
            self.broker.stop()
        done = self._latest("commits")
        is_within = self._is_within_a_batch()
        if kind == "broker":
            self.broker.start()
        self.figures.within_a_batch += is_within
        self.figures.half_written += is_within and self._latest_written() > done

    def _latest_written(self) -> int:
        """The latest batch of which the sink has rows."""
        client = self.broker.client
        names = [f"{NAME}-{writer}" for writer in range(WRITERS)]
        last_ids = [
            client.last_publishing_id(stream, name)
            for stream in self.sink.stream_names
            for name in names
        ]
        return max(last_ids) // IDS_OF_AN_EPOCH - 1

    @property
    def checkpoint(self) -> Path:
        return self.directory / "checkpoint"

    def _latest(self, log: str) -> int:
        directory = self.checkpoint / log
        names = [file.name for file in directory.iterdir()] if directory.exists() else []
        return max((int(name) for name in names if name.isdigit()), default=-1)

    def _count(self) -> None:
        expected = [f"{message.stream} {message.offset}" for message in self.source.messages()]
        copies = Counter(value.decode() for value in self.sink.values())
        missing = [row for row in expected if copies[row] == 0]
        repeated = {row: count for row, count in copies.items() if count > 1}
        assert (missing, repeated) == ([], {}), f"{len(missing)} missing, {len(repeated)} repeated"
        assert set(copies) == set(expected)
        self.figures.batches = self._latest("commits") + 1
        self.figures.rows = len(expected)
