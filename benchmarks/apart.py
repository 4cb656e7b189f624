"""Spark in a process of its own: what its compiler learns of one format, the other must not pay."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from benchmarks.progress import BenchmarkError
from benchmarks.sparks import SparkRuns, session

P = ParamSpec("P")
T = TypeVar("T")

END_LIMIT = 30


class SparkApart:
    def __init__(self, pipe: Connection[Any, Any]) -> None:
        self._pipe = pipe

    def run(
        self,
        method: Callable[Concatenate[SparkRuns, P], T],
        *arguments: P.args,
        **more: P.kwargs,
    ) -> T:
        """Calls a method of the runs over there."""
        self._pipe.send((method, arguments, more))
        try:
            answer = self._pipe.recv()
        except EOFError:
            raise BenchmarkError("the process with Kafka's Spark has ended") from None
        if isinstance(answer, BenchmarkError):
            raise answer
        return cast("T", answer)


@contextmanager
def apart(jars: list[Path]) -> Iterator[SparkApart]:
    processes = get_context("spawn")
    pipe, far = processes.Pipe()
    # If this process ends without a word, that one goes with it.
    process = processes.Process(target=_serve, args=(far, jars), daemon=True)
    process.start()
    far.close()
    try:
        yield SparkApart(pipe)
    finally:
        pipe.close()
        process.join(END_LIMIT)


def _serve(pipe: Connection[Any, Any], jars: list[Path]) -> None:
    # An interrupt is for the harness.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with session(jars) as spark:
        runs = SparkRuns(spark)
        while True:
            try:
                method, arguments, more = pipe.recv()
            except EOFError:
                return
            try:
                answer = method(runs, *arguments, **more)
            except BenchmarkError as error:
                answer = error
            pipe.send(answer)
