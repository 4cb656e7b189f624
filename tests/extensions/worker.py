"""Runs in a process of its own: reads and writes what it is asked to, line by line."""

from __future__ import annotations

import json
import sys
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from pyspark.sql import SparkSession

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def main() -> None:
    spark = SparkSession.builder.appName("extensions").getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    for line in sys.stdin:
        request = json.loads(line)
        work = {"read": read, "query": query, "write": write}[request["work"]]
        try:
            answer: dict[str, Any] = {"values": work(spark, request)}
        except Exception as failure:
            answer = {"failure": str(failure)}
        print("answer " + json.dumps(answer), flush=True)


def read(spark: SparkSession, request: dict[str, Any]) -> list[str]:
    table = spark.read.format("rabbitmq_streams").options(**request["options"]).load()
    return [row[0] for row in table.selectExpr("cast(value as string)").collect()]


def query(spark: SparkSession, request: dict[str, Any]) -> list[str]:
    """What a streaming query reads that ends when it has read all that is there."""
    table = spark.readStream.format("rabbitmq_streams").options(**request["options"]).load()
    values: list[str] = []

    def keep(batch: DataFrame, _: int) -> None:
        values.extend(row.value.decode() for row in batch.collect())

    with TemporaryDirectory() as checkpoint:
        sink = table.writeStream.foreachBatch(keep).option("checkpointLocation", checkpoint)
        sink.trigger(availableNow=True).start().awaitTermination()
    return values


def write(spark: SparkSession, request: dict[str, Any]) -> None:
    rows = spark.createDataFrame(request["rows"], request["columns"]).coalesce(1)
    rows = rows.withColumn("value", rows["value"].cast("binary"))
    rows.write.format("rabbitmq_streams").options(**request["options"]).mode("append").save()


if __name__ == "__main__":
    main()
