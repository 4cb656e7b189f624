"""A query whose driver is killed again and again, and what must hold of it at its end.

`make kills` runs it by the dozen.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from support.closing import Closing
from support.streams import Stream, SuperStream
from support.wait import wait_until

from .driver import ALIVE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DRIVER = Path(__file__).with_name("driver.py")
STARTS_WITHIN = 90
ENDS_WITHIN = 180

Offsets = dict[str, int]
Row = tuple[str, int, str]


@dataclass
class Figures:
    """What happened; each is a reason to believe that the kills met something."""

    kills: int = 0
    before_a_first_batch: int = 0
    within_a_batch: int = 0
    batches: int = 0
    repeated: int = 0
    rows: int = 0

    def add(self, other: Figures) -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def __str__(self) -> str:
        return (
            f"{self.kills} kills ({self.before_a_first_batch} before a first batch was done,"
            f" {self.within_a_batch} within a batch), {self.batches} batches"
            f" ({self.repeated} done twice or more, each time alike), {self.rows} rows,"
            " each once, none missing"
        )


class Driver(Closing):
    """A process group of its own, so that Python and Java die together."""

    def __init__(self, log: Path, **description: Any) -> None:
        self.log = log
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                [sys.executable, str(DRIVER), json.dumps(description)],
                env=os.environ | {"PYTHONPATH": str(DRIVER.parents[1])},
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,
            )

    def await_life(self) -> None:
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line.strip() == ALIVE, self._ended()

    def live(self, seconds: float) -> None:
        """Lets it work for so long; it must not end by itself."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return
        raise AssertionError(self._ended())

    def live_until(self, condition: Callable[[], bool]) -> None:
        def is_met() -> bool:
            self.live(0)
            return condition()

        wait_until(is_met, STARTS_WITHIN, f"a query that runs; see {self.log}", every=0.02)

    def await_end(self) -> None:
        assert self._process.wait(ENDS_WITHIN) == 0, self._ended()

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def executors(self) -> list[int]:
        """The processes that run tasks, where the driver does not run them itself."""
        return [
            int(process.name)
            for process in Path("/proc").iterdir()
            if process.name.isdigit() and self._is_executor(process)
        ]

    def _is_executor(self, process: Path) -> bool:
        try:
            in_group = os.getpgid(int(process.name)) == self._process.pid
            return (
                in_group and b"CoarseGrainedExecutorBackend" in (process / "cmdline").read_bytes()
            )
        except OSError:
            return False

    def _ended(self) -> str:
        end = "\n".join(self.log.read_text(errors="replace").splitlines()[-60:])
        return f"The driver ended by itself, status {self._process.poll()}; {self.log} ends:\n{end}"

    def close(self) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        assert self._process.stdout
        self._process.stdout.close()


@contextmanager
def publishing(source: Stream | SuperStream, every: float = 0.04) -> Iterator[None]:
    """Numbered messages go to the source until the block is left."""
    done = threading.Event()

    def publish() -> None:
        number = 0
        while not done.wait(every):
            values = [str(value) for value in range(number, number + 20)]
            if isinstance(source, Stream):
                source.publish(*values)
            else:
                source.publish(*((value, value) for value in values))
            number += 20

    with ThreadPoolExecutor() as threads:
        publisher = threads.submit(publish)
        try:
            yield
        finally:
            done.set()
            publisher.result()


@dataclass
class Life:
    """One query on one checkpoint, over all deaths of its driver."""

    source: Stream | SuperStream
    start: str
    directory: Path
    chance: random.Random
    figures: Figures = field(default_factory=Figures)
    _beginning: Offsets | None = None

    def survive(self, kills: int) -> Figures:
        """Kills the driver so many times, lets it come to its end, and counts."""
        self.attempts.mkdir(parents=True)
        held = self._ends()
        with publishing(self.source):
            for kill in range(kills):
                self._run_and_kill(is_first=kill == 0)
        with self._driver(ends=True) as driver:
            driver.await_end()
        self._keep_beginning()
        assert self._beginning
        if self.start == "latest":
            assert all(self._beginning[stream] >= held[stream] for stream in held)
        else:
            assert set(self._beginning.values()) == {0}
        self._count()
        return self.figures

    def _ends(self) -> Offsets:
        client = self.source.broker.client
        last = {stream: client.last_offset(stream) for stream in self.source.stream_names}
        return {stream: 0 if end is None else end + 1 for stream, end in last.items()}

    def _run_and_kill(self, *, is_first: bool) -> None:
        """Some drivers die while they start, others after a batch or many."""
        before = len(self._attempts())
        with self._driver(ends=False) as driver:
            driver.await_life()
            if is_first and self.start == "latest":
                # Before anything is read, so that only the checkpoint can say where it began.
                driver.live_until(self._beginning_file.exists)
                driver.live(self.chance.uniform(0, 1))
            elif self.chance.random() < 0.25:
                driver.live(self.chance.uniform(0.5, 4))
            else:
                driver.live_until(lambda: len(self._attempts()) > before)
                driver.live(self.chance.uniform(0, 4))
        self.figures.kills += 1
        self.figures.before_a_first_batch += not self._logged("commits")
        self.figures.within_a_batch += self._logged("offsets") != self._logged("commits")
        self._keep_beginning()

    def _driver(self, *, ends: bool) -> Driver:
        """Limits and splits differ from one to the next, which must not matter to old batches."""
        options = {**self.source.options, "startingOffsets": self.start}
        options["minPartitions"] = str(self.chance.randint(1, 6))
        if not ends:
            options["maxRecordsPerTrigger"] = str(self.chance.randint(20, 400))
        return Driver(
            self.directory / "driver.log",
            options=options,
            checkpoint=str(self.checkpoint),
            attempts=str(self.attempts),
            ends=ends,
        )

    @property
    def attempts(self) -> Path:
        return self.directory / "attempts"

    @property
    def checkpoint(self) -> Path:
        return self.directory / "checkpoint"

    @property
    def _beginning_file(self) -> Path:
        return self.checkpoint / "sources" / "0" / "beginning"

    def _attempts(self) -> list[Path]:
        return list(self.attempts.glob("[0-9]*"))

    def _keep_beginning(self) -> None:
        """Where a query has begun never changes."""
        if self._beginning_file.exists():
            beginning = json.loads(self._beginning_file.read_text().splitlines()[1])
            assert self._beginning in (None, beginning)
            self._beginning = beginning

    def _logged(self, log: str) -> set[int]:
        """The numbers of the batches that a log of the checkpoint holds."""
        directory = self.checkpoint / log
        names = [file.name for file in directory.iterdir()] if directory.exists() else []
        return {int(name) for name in names if name.isdigit()}

    def _count(self) -> None:
        batches = self._batches()
        self._compare_with_checkpoint(batches)
        delivered = sorted(row for rows in batches.values() for row in rows)
        assert self._beginning
        expected = sorted(
            (message.stream, message.offset, message.body.decode())
            for message in self.source.messages()
            if message.offset >= self._beginning[message.stream]
        )
        missing, twice = set(expected) - set(delivered), len(delivered) - len(set(delivered))
        assert delivered == expected, f"{len(missing)} missing, {twice} more than once"
        self.figures.batches = len(batches)
        self.figures.rows = len(delivered)

    def _batches(self) -> dict[int, list[Row]]:
        """What each batch brought, every time the same."""
        attempts: dict[int, list[list[Row]]] = defaultdict(list)
        for file in self._attempts():
            number = int(file.name.partition(".")[0])
            rows = json.loads(file.read_text(encoding="utf-8"))
            attempts[number].append([(stream, offset, value) for stream, offset, value in rows])
        for number, (first, *others) in attempts.items():
            assert all(other == first for other in others), f"batch {number} differs when repeated"
        self.figures.repeated = sum(len(tries) > 1 for tries in attempts.values())
        return {number: attempts[number][0] for number in sorted(attempts)}

    def _compare_with_checkpoint(self, batches: dict[int, list[Row]]) -> None:
        """Each batch brought what lies between the end of the one before and its own."""
        assert list(batches) == sorted(self._logged("offsets")) == sorted(self._logged("commits"))
        assert self._beginning
        start = self._beginning
        for number, rows in batches.items():
            text = (self.checkpoint / "offsets" / str(number)).read_text().splitlines()[-1]
            end: Offsets = json.loads(text)
            for stream, offset, _ in rows:
                assert start[stream] <= offset < end[stream], f"batch {number}: {stream} {offset}"
            start = end
