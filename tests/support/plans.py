"""What Spark knows of the queries that it ran."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import DataFrame, SparkSession


@contextmanager
def metrics_of(spark: SparkSession) -> Iterator[dict[str, str]]:
    """The metrics of the last query of the block, by their titles, as Spark's pages show them."""
    metrics: dict[str, str] = {}
    store = spark._jsparkSession.sharedState().statusStore()
    before = _last_query(store)
    yield metrics
    wait_until(lambda: _last_query(store) > before, 10, "a query")
    number = _last_query(store)

    def execution() -> Any:
        return store.execution(number).get()

    wait_until(lambda: execution().completionTime().isDefined(), 10, f"query {number} completed")
    values = {pair._1(): pair._2() for pair in _items(store.executionMetrics(number).toSeq())}
    for metric in _items(execution().metrics()):
        if metric.accumulatorId() in values:
            metrics[metric.name()] = values[metric.accumulatorId()]


@contextmanager
def output_of(spark: SparkSession) -> Iterator[dict[str, int]]:
    """What Spark counts as the output of the last stage of the block."""
    output: dict[str, int] = {}
    tracker = spark.sparkContext.statusTracker()
    before = set(tracker.getJobIdsForGroup())
    yield output
    (job,) = set(tracker.getJobIdsForGroup()) - before
    info = tracker.getJobInfo(job)
    assert info
    store = spark.sparkContext._jsc.sc().statusStore()

    def completed() -> Any:
        stage = store.lastStageAttempt(max(info.stageIds))
        return stage if stage.status().toString() == "COMPLETE" else None

    stage = wait_until(completed, 10, "a completed stage")
    output.update(records=stage.outputRecords(), bytes=stage.outputBytes())


def scan_of(frame: DataFrame) -> str:
    """What EXPLAIN says of the only scan of a query, after the names of its columns."""
    plan = str(frame._jdf.queryExecution().toString())
    _, _, physical = plan.partition("== Physical Plan ==")
    (line,) = (line for line in physical.splitlines() if "BatchScan" in line)
    return line.partition("] ")[2].removesuffix(" RuntimeFilters: []")


def estimate_of(frame: DataFrame) -> tuple[int, int | None]:
    """The size in bytes that Spark expects of a query, and its rows, if it knows."""
    statistics = frame._jdf.queryExecution().optimizedPlan().stats()
    rows = statistics.rowCount()
    return int(str(statistics.sizeInBytes())), None if rows.isEmpty() else int(str(rows.get()))


def _last_query(store: Any) -> int:
    """Its number. Spark forgets queries, so they cannot be counted."""
    queries = store.executionsList()
    return -1 if queries.isEmpty() else int(queries.last().executionId())


def _items(sequence: Any) -> list[Any]:
    """The items of a Scala sequence."""
    return [sequence.apply(index) for index in range(sequence.size())]
