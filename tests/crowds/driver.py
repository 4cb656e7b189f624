"""Runs in a process of its own: writes from many tasks at once."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor

from pyspark.sql import SparkSession

from support.answering import answer

GROUP = "what is cancelled"
WITHIN = 60

Options = dict[str, str]


class Driver:
    def __init__(self, spark: SparkSession, threads: ThreadPoolExecutor) -> None:
        self._spark = spark
        self._threads = threads
        self._running: Future[None] | None = None

    def write(
        self,
        options: Options,
        tasks: int,
        rows: int,
        spoilt: str = "false",
        place: str = "string(id) as routing_key",
    ) -> None:
        """Each task writes so many rows; those that are `spoilt` have no value."""
        numbers = self._spark.range(tasks * rows, numPartitions=tasks).selectExpr(
            f"if({spoilt}, null, cast(string(id) as binary)) as value", place
        )
        writer = numbers.write.format("rabbitmq_streams").options(**options)
        writer.mode("append").save()

    def copy(self, source: Options, sink: Options, checkpoint: str) -> None:
        """A streaming query copies what there is."""
        reader = self._spark.readStream.format("rabbitmq_streams").options(**source)
        rows = reader.option("startingOffsets", "earliest").load().select("value", "offset")
        writer = rows.writeStream.format("rabbitmq_streams").options(**sink)
        writer = writer.option("checkpointLocation", checkpoint).trigger(availableNow=True)
        writer.start().awaitTermination()

    def begin(self, options: Options, tasks: int, rows: int) -> None:
        """Writes in the background, until it is cancelled."""

        def run() -> None:
            self._spark.sparkContext.setJobGroup(GROUP, GROUP, interruptOnCancel=True)
            self.write(options, tasks, rows)

        self._running = self._threads.submit(run)

    def cancel(self) -> None:
        """What the write says to it."""
        assert self._running
        self._spark.sparkContext.cancelJobGroup(GROUP)
        self._running.result(WITHIN)


def main() -> None:
    spark = SparkSession.builder.appName("crowds").getOrCreate()
    with ThreadPoolExecutor() as threads:
        driver = Driver(spark, threads)
        work = (driver.write, driver.copy, driver.begin, driver.cancel)
        answer({each.__name__: each for each in work})


if __name__ == "__main__":
    main()
