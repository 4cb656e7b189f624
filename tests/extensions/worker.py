"""Runs in a process of its own: reads and writes what it is asked to."""

from __future__ import annotations

from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from pyspark.sql import SparkSession

from support.answering import answer

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

Options = dict[str, str]


class Worker:
    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark

    def read(self, options: Options) -> list[str]:
        table = self._spark.read.format("rabbitmq_streams").options(**options).load()
        return [row[0] for row in table.selectExpr("cast(value as string)").collect()]

    def select(self, options: Options, selected: str, limit: int | None) -> list[object]:
        """One column of a table, or what is calculated of it, of so many rows."""
        table = self._spark.read.format("rabbitmq_streams").options(**options).load()
        rows = table.selectExpr(selected)
        return [row[0] for row in (rows if limit is None else rows.limit(limit)).collect()]

    def query(self, options: Options) -> list[str]:
        """What a streaming query reads that ends when it has read all that is there."""
        table = self._spark.readStream.format("rabbitmq_streams").options(**options).load()
        values: list[str] = []

        def keep(batch: DataFrame, _: int) -> None:
            values.extend(row.value.decode() for row in batch.collect())

        with TemporaryDirectory() as checkpoint:
            sink = table.writeStream.foreachBatch(keep).option("checkpointLocation", checkpoint)
            sink.trigger(availableNow=True).start().awaitTermination()
        return values

    def copy(self, source: Options, columns: list[str], sink: Options) -> None:
        """A streaming query that ends when it has copied all that is there."""
        table = self._spark.readStream.format("rabbitmq_streams").options(**source).load()
        writer = table.selectExpr(*columns).writeStream.format("rabbitmq_streams").options(**sink)
        writer.trigger(availableNow=True).start().awaitTermination()

    def write(self, options: Options, columns: str, rows: list[tuple[object, ...]]) -> None:
        given = self._spark.createDataFrame(rows, columns).coalesce(1)
        given = given.withColumn("value", given["value"].cast("binary"))
        given.write.format("rabbitmq_streams").options(**options).mode("append").save()


def main() -> None:
    spark = SparkSession.builder.appName("extensions").getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    worker = Worker(spark)
    works = (worker.read, worker.select, worker.query, worker.copy, worker.write)
    answer({work.__name__: work for work in works})


if __name__ == "__main__":
    main()
