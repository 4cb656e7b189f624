"""A query from a stream to a stream that repeats no row, run and run again on one checkpoint."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.streaming.readwriter import DataStreamWriter

    from support.streams import Stream, SuperStream

FORMAT = "rabbitmq_streams"
IDS_OF_AN_EPOCH = 1 << 33


def forget_last_batch(checkpoint: Path) -> None:
    """As if Spark had died before it noted that its last batch is done."""
    commits = checkpoint / "commits"
    last = max(int(file.name) for file in commits.iterdir() if file.name.isdigit())
    for name in (f"{last}", f".{last}.crc"):
        (commits / name).unlink(missing_ok=True)


@dataclass
class Pipeline:
    spark: SparkSession
    source: Stream
    sink: Stream | SuperStream
    checkpoint: Path
    columns: tuple[str, ...] = ("value", "offset", "string(offset % 7) as routing_key")
    options: dict[str, str] = field(default_factory=lambda: {"orderingColumns": "offset"})

    def rows(self) -> DataFrame:
        reader = self.spark.readStream.format(FORMAT).options(**self.source.options)
        reader = reader.options(startingOffsets="earliest", minPartitions="3")
        return reader.load().selectExpr(*self.columns)

    def writer(self, **options: str) -> DataStreamWriter:
        writer = self.rows().writeStream.format(FORMAT).options(**self.sink.options)
        writer = writer.option("deduplication", "effectively-once").options(**self.options)
        writer = writer.options(checkpointLocation=str(self.checkpoint), **options)
        return writer.trigger(availableNow=True)

    def run(self, **options: str) -> None:
        """Copies what the source has now."""
        query = self.writer(**options).start()
        try:
            assert query.awaitTermination(90), "the query did not end"
        finally:
            query.stop()

    def forget_last_batch(self) -> None:
        forget_last_batch(self.checkpoint)

    def is_exact(self) -> bool:
        """Whether each message of the source is in the sink once, and nothing else."""
        return sorted(self.sink.values()) == sorted(self.source.values())

    def last_ids(self, name: str) -> list[int]:
        """What the sink remembers of so many writers as there may be."""
        client = self.sink.broker.client
        return [client.last_publishing_id(self.sink.name, f"{name}-{index}") for index in range(32)]
