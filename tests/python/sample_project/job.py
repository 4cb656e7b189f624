"""What a user of the package writes: it must satisfy mypy at its strictest."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from pyspark.sql import DataFrame, SparkSession

from spark_rabbitmq_streams import (
    OptionsError,
    RabbitStreamsFailure,
    Sink,
    Source,
    failure_of,
    jar_path,
)


def source_of(region: str) -> Source:
    return Source(
        superstream="orders",
        endpoints=["rabbit-1:5552", "rabbit-2:5552"],
        username="reader",
        password="env:READER_PASSWORD",
        starting_offsets="timestamp",
        starting_timestamp=datetime(2026, 1, 31, tzinfo=UTC),
        filter_values=[region],
        min_offsets_per_trigger=1000,
        max_trigger_delay=timedelta(minutes=5),
    )


def positions(kept: Mapping[str, int]) -> Source:
    return Source(stream="orders", starting_offsets=kept, fail_on_data_loss=False)


def copy(spark: SparkSession, sink: Sink) -> RabbitStreamsFailure | None:
    rows: DataFrame = source_of("north").replace(filter_values=None).load(spark)
    try:
        sink.save(rows.select("value"))
    except Exception as failure:
        return failure_of(failure)
    return None


def follow(spark: SparkSession) -> str:
    sink = Sink(stream="copies", compression="zstd", sub_entry_size=100)
    writer = sink.write_stream(source_of("south").stream(spark).select("value"))
    query = writer.option("checkpointLocation", "/checkpoints/copies").start()
    return str(query.id)


def plainly(spark: SparkSession) -> DataFrame:
    options: Mapping[str, str] = source_of("east")
    return spark.read.format("rabbitmq_streams").options(**options).load()


def session() -> SparkSession:
    return SparkSession.builder.config("spark.jars", str(jar_path())).getOrCreate()


def told(problem: OptionsError) -> tuple[str, ...]:
    return problem.problems
