"""The bare Java client: long-lived JVMs of jvm/testkit that answer one line for each command."""

from __future__ import annotations

import json
import select
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

from benchmarks.bodies import bodies
from benchmarks.loads import ENTRY, Load
from benchmarks.progress import BenchmarkError, exactly

CONNECT_LIMIT = 60
DEFAULT_CODEC, NO_CODEC = "default", "skip"
TUNED, OWN = "tuned", "own"


class Program:
    """One program of the testkit, in a JVM that stays warm from one command to the next."""

    def __init__(self, name: str, target: Path, logs: Path) -> None:
        jars = [*target.glob("testkit-*.jar"), *(target / "lib").glob("*.jar")]
        if not jars:
            raise BenchmarkError(f"{target} holds no jars: run ./mvnw -q -DskipTests package")
        self._name = name
        self._log = logs / f"bench-{name.lower()}.log"
        with self._log.open("w") as errors:
            self._process = subprocess.Popen(
                ["java", "-Xms1g", "-Xmx1g", "-cp", ":".join(map(str, jars)),
                 f"org.sparkrabbit.testkit.{name}"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,  # an interrupt is for the harness, which then cleans up
            )  # fmt: skip

    def ask(self, verb: str, limit: int = CONNECT_LIMIT, **arguments: object) -> dict[str, Any]:
        """The program keeps the limit itself; one that does not answer at all is given up."""
        words = [verb, f"limit={limit}", *(f"{key}={value}" for key, value in arguments.items())]
        commands, answers = self._process.stdin, self._process.stdout
        assert commands is not None
        assert answers is not None
        try:
            commands.write((" ".join(words) + "\n").encode())
            commands.flush()
        except BrokenPipeError:
            raise BenchmarkError(f"{self._name} has ended; its log is {self._log}") from None
        if not select.select([answers], [], [], limit + CONNECT_LIMIT)[0]:
            raise BenchmarkError(f"{self._name} gave no answer to '{verb}' in {limit} s")
        line = answers.readline()
        if not line:
            raise BenchmarkError(f"{self._name} has ended; its log is {self._log}")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise BenchmarkError(f"{self._name}, '{verb}': {answer['error']}")
        return answer

    def close(self) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(CONNECT_LIMIT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class BareClient:
    """Reads, writes and checks streams without Spark."""

    def __init__(self, uri: str, target: Path, logs: Path) -> None:
        self._uri = uri
        self._logs = logs
        self._writer = Program("Writer", target, logs)
        self._reader = Program("Reader", target, logs)

    def __enter__(self) -> BareClient:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._reader.close()
        self._writer.close()

    def broker_version(self) -> str:
        return str(self._writer.ask("version", uri=self._uri)["version"])

    def create(self, stream: str, load: Load | None = None) -> None:
        """A stream, or the super stream of a load that has partitions."""
        self._writer.ask("create", uri=self._uri, stream=stream, **_partitions(load))

    def delete(self, stream: str, load: Load | None = None) -> None:
        self._writer.ask("delete", uri=self._uri, stream=stream, **_partitions(load))

    def write(self, stream: str, load: Load, settings: str = TUNED) -> float:
        """Returns the seconds from the first message to the last confirm."""
        answer = self._writer.ask(
            "write",
            limit=load.limit,
            uri=self._uri,
            stream=stream,
            count=load.messages,
            bytes=load.bytes,
            shape=load.shape,
            settings=settings,
            **_partitions(load),
            **self._packing(load),
        )
        return float(answer["seconds"])

    def _packing(self, load: Load) -> dict[str, object]:
        if not load.packed:
            return {}
        packing = {"entry": ENTRY, "compression": load.packed}
        if not load.is_compressed:
            return packing
        file = self._logs / f"bench-bodies-{load.bytes}"
        file.write_bytes(b"".join(bodies(load.bytes)))
        return {**packing, "bodies": file.resolve()}

    def read(self, stream: str, load: Load, codec: str) -> float:
        """Returns the seconds from the subscription to the last message."""
        answer = self._reader.ask(
            "read",
            limit=load.limit,
            uri=self._uri,
            stream=stream,
            count=load.messages,
            codec=codec,
        )
        # A stream that only the bare client wrote has no gaps: its last offset counts its messages.
        exactly(load.messages, answer["last_offset"] + 1, f"bare client on {load.name}")
        if answer["committed_chunk"] >= load.messages:
            raise BenchmarkError(f"{stream} holds more than the {load.messages:,} that it should")
        return float(answer["seconds"])

    def verify(self, stream: str, load: Load) -> None:
        """Appends a marker to each stream and counts everything before it."""
        found = 0
        for name in load.streams(stream):
            answer = self._reader.ask("verify", limit=load.limit, uri=self._uri, stream=name)
            found += answer["count"]
        exactly(load.messages, found, f"written by {load.name}")


def _partitions(load: Load | None) -> dict[str, int]:
    return {"partitions": load.partitions} if load and load.partitions else {}
