"""Runs in a process of its own, where a task that fails or takes too long runs again."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from pyspark import TaskContext
from pyspark.sql import SparkSession

from support.answering import answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Options = dict[str, str]


class Writer:
    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark

    def write(self, options: Options, rows: int, stumble: int) -> None:
        """Each row says which attempt writes it; the first attempt fails at the row `stumble`."""

        def numbered(numbers: Iterable[int]) -> Iterable[tuple[bytes]]:
            context = TaskContext.get()
            assert context is not None
            for number in numbers:
                assert number != stumble or context.attemptNumber() > 0
                yield (b"%d %d" % (context.taskAttemptId(), number),)

        self._save(options, rows, 1, numbered)

    def race(self, options: Options, rows: int, stall: int, within: float) -> None:
        """The same of two tasks; the first attempt that comes to the row `stall` stays there."""

        def numbered(numbers: Iterable[int]) -> Iterable[tuple[bytes]]:
            context = TaskContext.get()
            assert context is not None
            for number in numbers:
                if number == stall and context.attemptNumber() == 0:
                    time.sleep(within)
                    raise TimeoutError("No other attempt has won")
                yield (b"%d %d" % (context.taskAttemptId(), number),)

        self._save(options, rows, 2, numbered)

    def _save(
        self,
        options: Options,
        rows: int,
        tasks: int,
        numbered: Callable[[Iterable[int]], Iterable[tuple[bytes]]],
    ) -> None:
        numbers = self._spark.sparkContext.parallelize(range(rows), tasks)
        table = self._spark.createDataFrame(numbers.mapPartitions(numbered), "value binary")
        table.write.format("rabbitmq_streams").options(**options).mode("append").save()


def main() -> None:
    spark = SparkSession.builder.appName("stumbling").getOrCreate()
    writer = Writer(spark)
    answer({"write": writer.write, "race": writer.race})


if __name__ == "__main__":
    main()
