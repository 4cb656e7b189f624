"""Reads and writes through PySpark: our format, or Spark's Kafka connector."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as sql

from benchmarks.bodies import bodies
from benchmarks.loads import ENTRY, KEYED, KEYS, PROPERTIES, UNCOMPRESSED, Load
from benchmarks.progress import BenchmarkError, exactly
from support.address import Access

OURS, KAFKA = "rabbitmq_streams", "kafka"
CORES = 2
METRICS_LIMIT = 30

# The columns of our source, and those of Kafka's that say the same.
ALL_COLUMNS = {
    OURS: (
        "value",
        "stream",
        "offset",
        "chunk_timestamp",
        "properties",
        "application_properties",
        "message_annotations",
        "creation_time",
        "routing_key",
    ),
    KAFKA: ("value", "topic", "offset", "timestamp", "key", "headers"),
}


@dataclass(frozen=True)
class Place:
    """A stream or a topic, with the options that lead there."""

    format: str
    options: dict[str, str]


def stream(uri: str, name: str, load: Load | None = None) -> Place:
    """A stream, or the super stream of a load that has partitions."""
    kind = "superstream" if load and load.partitions else "stream"
    return Place(OURS, {**Access.parse(uri).options, kind: name})


def topic(bootstrap: str, name: str) -> Place:
    return Place(KAFKA, {"kafka.bootstrap.servers": bootstrap, "topic": name})


@contextmanager
def session(jars: list[Path]) -> Iterator[SparkSession]:
    builder = (
        SparkSession.builder.master(f"local[{CORES}]")
        .appName("benchmarks")
        .config("spark.driver.memory", "4g")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.log.level", "ERROR")
        .config("spark.sql.session.timeZone", "UTC")
    )
    if jars:
        builder = builder.config("spark.jars", ",".join(map(str, jars)))
    spark = builder.getOrCreate()
    yield spark
    # An interrupt leaves the line to the JVM out of step; then it just ends with this process.
    spark.stop()


class SparkRuns:
    """Each run returns its seconds, after the number of rows was found to be right."""

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        # Spark's own figures and Kafka's admin client are reached through the JVM.
        self._jvm: Any = spark.sparkContext._jvm
        self._context: Any = spark.sparkContext._jsc.sc()
        self._executions: Any = spark._jsparkSession.sharedState().statusStore()

    def read(self, place: Place, load: Load, query: str) -> float:
        what = f"{place.format}, {query} of {load.name}"
        frame = self._frame(place)
        if query == "count":
            seconds, rows = self._timed(load, frame.count)
            exactly(load.messages, rows, what)
            return seconds
        columns = ("value",) if query == "value" else ALL_COLUMNS[place.format]
        if query == "all" and place.format == KAFKA:
            frame = self._frame(place, includeHeaders="true")
        before = self._last_execution()
        seconds, _ = self._timed(load, lambda: _discard(frame.select(*columns)))
        exactly(load.messages, self._rows_read(before), what)
        return seconds

    def write(self, place: Place, load: Load) -> float:
        writer = self._messages(load, place.format).write.format(place.format)
        writer = writer.options(**place.options, **_manner(place.format, load)).mode("append")
        return self._timed(load, writer.save)[0]

    def generate(self, load: Load) -> float:
        """What making the rows of a write costs without writing them."""
        frame = self._messages(load)
        return self._timed(load, lambda: _discard(frame))[0]

    def publish(self, place: Place, load: Load) -> float:
        """Fills a topic with what the bare client publishes to a stream."""
        frame = self._messages(load)
        if load.shape == PROPERTIES:
            frame = self._spark.range(load.messages).select(
                sql.lit(_body(load)).alias("value"), _headers().alias("headers")
            )
        seconds, _ = self._timed(
            load,
            lambda: frame.write.format(place.format).options(**place.options).mode("append").save(),
        )
        exactly(load.messages, self._frame(place).count(), f"published to Kafka for {load.name}")
        return seconds

    def create_topic(self, place: Place, partitions: int = 1) -> None:
        name = place.options["topic"]
        new = self._jvm.org.apache.kafka.clients.admin.NewTopic(name, partitions, 1)
        self._admin(place, lambda admin: admin.createTopics(self._list(new)))

    def delete_topic(self, place: Place) -> None:
        names = self._list(place.options["topic"])
        self._admin(place, lambda admin: admin.deleteTopics(names))

    def count(self, place: Place) -> int:
        return self._frame(place).count()

    def _frame(self, place: Place, **more: str) -> DataFrame:
        options = {**place.options, **more}
        if place.format == KAFKA:
            options["subscribe"] = options.pop("topic")
        return self._spark.read.format(place.format).options(**options).load()

    def _messages(self, load: Load, to: str = OURS) -> DataFrame:
        columns = [_value(load).alias("value")]
        if load.shape == KEYED:
            key = sql.concat(sql.lit("customer-"), (sql.col("id") % KEYS).cast("string"))
            columns.append(key.alias("key" if to == KAFKA else "routing_key"))
        return self._spark.range(load.messages).select(*columns)

    def _timed(self, load: Load, action: Callable[[], Any]) -> tuple[float, Any]:
        timer = threading.Timer(load.limit, self._spark.sparkContext.cancelAllJobs)
        timer.start()
        try:
            begin = time.perf_counter()
            result = action()
            return time.perf_counter() - begin, result
        except Exception as error:
            late = "" if timer.is_alive() else f" within {load.limit} s"
            reason = str(error).split("\n\tat ")[0]
            raise BenchmarkError(f"{load.title} through Spark failed{late}: {reason}") from error
        finally:
            timer.cancel()

    def _last_execution(self) -> int:
        self._context.listenerBus().waitUntilEmpty()
        executions = self._executions.executionsList()
        return -1 if executions.isEmpty() else int(executions.last().executionId())

    def _rows_read(self, before: int) -> int:
        """What the scans of the executions after this one put out, as Spark itself counted."""
        return sum(
            int(values.apply(metric.accumulatorId()).replace(",", ""))
            for execution in range(before + 1, self._last_execution() + 1)
            if (values := self._metrics(execution))
            for node in _items(self._executions.planGraph(execution).allNodes())
            if "Scan" in node.name()
            for metric in _items(node.metrics())
            if metric.name() == "number of output rows" and values.contains(metric.accumulatorId())
        )

    def _metrics(self, execution: int) -> Any:
        """Spark adds up the figures of an execution in the background, after its end."""
        latest = time.monotonic() + METRICS_LIMIT
        while time.monotonic() < latest:
            values = self._executions.execution(execution).get().metricValues()
            if values is not None:
                return values
            time.sleep(0.02)
        raise BenchmarkError(f"Spark gave no figures of its execution {execution}")

    def _list(self, item: object) -> Any:
        return self._jvm.java.util.Collections.singletonList(item)

    def _admin(self, place: Place, act: Callable[[Any], Any]) -> None:
        properties = self._jvm.java.util.Properties()
        properties.put("bootstrap.servers", place.options["kafka.bootstrap.servers"])
        admin = self._jvm.org.apache.kafka.clients.admin.Admin.create(properties)
        try:
            act(admin).all().get()
        finally:
            admin.close()


def _items(sequence: Any) -> list[Any]:
    return [sequence.apply(index) for index in range(sequence.size())]


def _discard(frame: DataFrame) -> None:
    frame.write.format("noop").mode("overwrite").save()


def _manner(to: str, load: Load) -> dict[str, str]:
    """The options that make a write what the load says."""
    if to == KAFKA:
        return {"kafka.acks": "all", "kafka.compression.type": load.packed or UNCOMPRESSED}
    return {"subEntrySize": str(ENTRY), "compression": load.packed} if load.packed else {}


def _value(load: Load) -> Column:
    if not load.is_compressed:
        return sql.lit(_body(load))
    different = bodies(load.bytes)
    index = (sql.col("id") % len(different) + 1).cast("int")
    return sql.element_at(sql.array(*map(sql.lit, different)), index)


def _body(load: Load) -> bytes:
    return bytes(index % 256 for index in range(load.bytes))


def _headers() -> Column:
    """The properties and application properties that the bare client gives a message."""
    index = sql.col("id").cast("string")
    entries = {
        "message-id": index,
        "correlation-id": sql.concat(sql.lit("order-"), index),
        "content-type": sql.lit("application/json"),
        "subject": sql.lit("orders"),
        "creation-time": (sql.col("id") + sql.lit(1_700_000_000_000)).cast("string"),
        "region": sql.lit("europe"),
        "attempt": sql.lit("1"),
        "customer": index,
    }
    return sql.array(
        *(
            sql.struct(sql.lit(key).alias("key"), value.cast("binary").alias("value"))
            for key, value in entries.items()
        )
    )
