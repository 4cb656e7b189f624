"""What mypy must not let a user write: each marked line is refused for what the mark says."""

from __future__ import annotations

from pyspark.sql import DataFrame

from spark_rabbitmq_streams import Sink, Source, failure_of

Source("orders")  # [call-arg] or [misc]
Source(streem="orders")  # [call-arg]
Source(stream=7)  # [arg-type]
Source(stream="orders", max_wait_ms="5000")  # [arg-type]
Source(stream="orders", starting_offsets="tomorrow")  # [arg-type]
Source(stream="orders", starting_offsets={"orders": 1.5})  # [dict-item]
Source(stream="orders", max_in_flight=10)  # [call-arg]
Sink(stream="orders", compression="brotli")  # [arg-type]
Sink(stream="orders", ending_offsets="latest")  # [call-arg]
Source(stream="orders").replace(max_wait_ms="5000")  # [arg-type]
Source(stream="orders")["stream"] = "others"  # [index]


def overwrite(df: DataFrame) -> None:
    Sink(stream="orders").save(df, mode="overwrite")  # [arg-type]


def code(exception: Exception) -> str:
    return failure_of(exception).code  # [union-attr]
