"""Where the tasks of a local session are, as threads of Spark's driver."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def tasks_in(spark: SparkSession, place: str) -> list[Any]:
    """The Java threads of tasks that are in a method, which is named with its class."""
    jvm = spark.sparkContext._jvm
    assert jvm is not None
    traces = jvm.java.lang.Thread.getAllStackTraces()
    return [
        thread
        for thread in traces
        if thread.getName().startswith("Executor task launch worker")
        # The name of a class loader may stand before it.
        and any(f"{place}(" in str(frame) for frame in traces[thread])
    ]
