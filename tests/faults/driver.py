"""Runs in a process of its own, which is killed: a query that keeps every attempt at a batch, or
one that copies to another stream.

Its one argument is a JSON description: `options` of the source, `checkpoint`, whether it `ends`
when it has read all that is there, and either the directory `attempts` or the options of a `sink`
and the `columns` that it gets. `master` and `conf` are Spark's.
"""

from __future__ import annotations

import json
import sys
import time
import uuid
from pathlib import Path
from typing import TYPE_CHECKING

from pyspark.sql import SparkSession

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

ALIVE = "alive"


class Attempts:
    """One file for each attempt at a batch, which is there when the attempt is complete."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def __call__(self, batch: DataFrame, number: int) -> None:
        rows = [[row.stream, row.offset, row.value.decode()] for row in batch.collect()]
        unfinished = self.directory / f".{uuid.uuid4()}"
        unfinished.write_text(json.dumps(sorted(rows)), encoding="utf-8")
        unfinished.rename(self.directory / f"{number}{unfinished.name}")
        # A sink that takes its time: a kill may fall between what it did and Spark's note of it.
        time.sleep(0.1)


def main() -> None:
    description = json.loads(sys.argv[1])
    spark = (
        SparkSession.builder.master(description.get("master", "local[2]"))
        .appName("killed")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.streaming.minBatchesToRetain", "1000000")
        # From 4.1 on, Spark refuses a checkpoint if a kill left its first file half written.
        .config("spark.sql.streaming.verifyCheckpointDirectoryEmptyOnStart", "false")
        .config(map=description.get("conf", {}))
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("WARN")
    print(ALIVE, flush=True)
    source = spark.readStream.format("rabbitmq_streams").options(**description["options"])
    if "sink" in description:
        sink = source.load().selectExpr(*description["columns"]).writeStream
        sink = sink.format("rabbitmq_streams").options(**description["sink"])
    else:
        sink = source.load().select("stream", "offset", "value").writeStream
        sink = sink.foreachBatch(Attempts(Path(description["attempts"])))
    sink = sink.option("checkpointLocation", description["checkpoint"])
    if description["ends"]:
        sink = sink.trigger(availableNow=True)
    sink.start().awaitTermination()


if __name__ == "__main__":
    main()
