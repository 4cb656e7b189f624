"""A streaming query whose batches land in memory, each exactly as it was delivered."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from pyspark.sql import DataFrame, Row, SparkSession
    from pyspark.sql.streaming.query import StreamingQuery

PATIENCE = 90


class Query:
    """A query that can be run, stopped and run again on its checkpoint.

    A batch that Spark repeats replaces what it brought before; what differed is in `repeated`.
    """

    def __init__(
        self, spark: SparkSession, options: Mapping[str, str], checkpoint: Path, *columns: str
    ) -> None:
        self.spark = spark
        self.options = dict(options)
        self.checkpoint = checkpoint
        self.columns = columns or ("stream", "offset", "value")
        self.batches: dict[int, list[Row]] = {}
        self.repeated: dict[int, tuple[list[Row], list[Row]]] = {}

    def table(self) -> DataFrame:
        reader = self.spark.readStream.format("rabbitmq_streams").options(**self.options)
        return reader.load().selectExpr(*self.columns)

    def _take(self, batch: DataFrame, number: int) -> None:
        rows = batch.collect()
        if number in self.batches:
            self.repeated[number] = (self.batches[number], rows)
        self.batches[number] = rows

    def start(self, **trigger: Any) -> StreamingQuery:
        writer = self.table().writeStream.foreachBatch(self._take)
        writer = writer.option("checkpointLocation", str(self.checkpoint))
        return (writer.trigger(**trigger) if trigger else writer).start()

    @contextmanager
    def running(self, **trigger: Any) -> Iterator[StreamingQuery]:
        """Leaving the block stops the query, which must have been well until then."""
        query = self.start(**trigger)
        try:
            yield query
            check(query)
        finally:
            query.stop()

    def run_available(self) -> StreamingQuery:
        """Reads all that is there now, and ends."""
        query = self.start(availableNow=True)
        try:
            assert query.awaitTermination(PATIENCE), "the query did not end"
        finally:
            query.stop()
        return query

    def wait_for(self, query: StreamingQuery, rows: int) -> None:
        """Returns when so many rows have come, or the query has failed."""

        def have_come() -> bool:
            check(query)
            return len(self.rows) >= rows

        wait_until(have_come, PATIENCE, f"{rows} rows; there are {len(self.rows)}")

    @property
    def rows(self) -> list[Row]:
        return [row for number in sorted(self.batches) for row in self.batches[number]]

    @property
    def values(self) -> list[bytes]:
        return [bytes(row.value) for row in self.rows]

    @property
    def offsets(self) -> list[int]:
        return [row.offset for row in self.rows]

    @property
    def sizes(self) -> list[int]:
        """How many rows each batch brought, without those that brought none."""
        return [len(rows) for _, rows in sorted(self.batches.items()) if rows]

    def checkpointed(self) -> list[dict[str, int]]:
        """The end of each batch, as the checkpoint has it."""
        log = self.checkpoint / "offsets"
        numbers = sorted(int(file.name) for file in log.iterdir() if file.name.isdigit())
        return [json.loads((log / str(number)).read_text().splitlines()[-1]) for number in numbers]


def check(query: StreamingQuery) -> None:
    """Throws what ended the query, if anything did."""
    if failure := query.exception():
        raise failure


def failure(query: Query) -> str:
    """What a run says that cannot be."""
    with pytest.raises((PySparkException, Py4JJavaError)) as raised:
        query.run_available()
    return str(raised.value)


def progresses(query: StreamingQuery) -> list[dict[str, Any]]:
    """What Spark reports of each batch; the forms differ between versions of PySpark."""
    return [json.loads(progress.json) for progress in query.recentProgress]
