"""What Spark makes of streaming tables: unions, joins, windows and state."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING

from pyspark.sql import functions as sql

from support.queries import Query
from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

    from streaming.conftest import Queries
    from support.broker import Broker
    from support.streams import Stream


class Derived(Query):
    """A query whose rows are made of those of streams."""

    def __init__(self, spark: SparkSession, directory: Path, derive: Callable[[], DataFrame]):
        super().__init__(spark, {}, directory / "checkpoint")
        self.derive = derive

    def table(self) -> DataFrame:
        return self.derive()


def test_a_union_reads_two_streams_in_one_query(
    spark: SparkSession, broker: Broker, query_of: Queries, tmp_path: Path
) -> None:
    with broker.stream() as one, broker.stream() as other:
        union = Derived(
            spark, tmp_path, lambda: query_of(one).table().union(query_of(other).table())
        )
        one.publish("a", "b")
        union.run_available()
        other.publish("c")
        union.run_available()
        one.publish("d")
        union.run_available()
        assert sorted((row.stream, bytes(row.value)) for row in union.rows) == sorted(
            [(one.name, b"a"), (one.name, b"b"), (other.name, b"c"), (one.name, b"d")]
        )
        assert union.sizes == [2, 1, 1]


def test_a_stream_is_joined_with_itself_over_two_readers(
    spark: SparkSession, stream: Stream, query_of: Queries, tmp_path: Path
) -> None:
    def joined() -> DataFrame:
        one = query_of(stream, "offset", "value as left_value").table()
        other = query_of(stream, "offset", "value as right_value").table()
        return one.join(other, "offset")

    check_join(Derived(spark, tmp_path, joined), stream)


def test_a_stream_is_joined_with_itself_over_one_reader(
    spark: SparkSession, stream: Stream, query_of: Queries, tmp_path: Path
) -> None:
    def joined() -> DataFrame:
        table = query_of(stream, "offset", "value").table()
        one = table.withColumnRenamed("value", "left_value")
        return one.join(table.withColumnRenamed("value", "right_value"), "offset")

    check_join(Derived(spark, tmp_path, joined), stream)


def check_join(query: Derived, stream: Stream) -> None:
    stream.publish(*(str(number) for number in range(100)))
    query.run_available()
    stream.publish(*(str(number) for number in range(100, 150)))
    query.run_available()
    assert sorted(query.offsets) == [message.offset for message in stream.messages()]
    assert all(row.left_value == row.right_value for row in query.rows)
    assert [size for size in query.sizes if size] == [100, 50]


def test_windows_of_the_chunk_timestamp_close_when_their_watermark_has_passed(
    spark: SparkSession, stream: Stream, query_of: Queries, tmp_path: Path
) -> None:
    def windows() -> DataFrame:
        table = query_of(stream, "chunk_timestamp").table()
        table = table.withWatermark("chunk_timestamp", "20 milliseconds")
        window = sql.window("chunk_timestamp", "10 milliseconds")
        return table.groupBy(window).count().selectExpr("window.end as end", "count")

    def times() -> list[datetime]:
        batch = spark.read.format("rabbitmq_streams").options(**stream.options).load()
        return [row.chunk_timestamp for row in batch.select("chunk_timestamp").collect()]

    def closed() -> Counter[datetime]:
        """The windows that end before the watermark, each with its rows."""
        found = times()
        ends = Counter(end(time) for time in found)
        watermark = max(found) - timedelta(milliseconds=20)
        return Counter({end: count for end, count in ends.items() if end <= watermark})

    query = Derived(spark, tmp_path, windows)
    for _ in range(3):
        for number in range(10):
            stream.publish(*["x"] * (number + 1))
        query.run_available()
        assert Counter({row.end: row["count"] for row in query.rows}) == closed()
    assert len(query.rows) > 3


def end(time: datetime) -> datetime:
    """The end of the window of 10 ms that a time is in."""
    begin = time.replace(microsecond=time.microsecond // 10_000 * 10_000)
    return begin + timedelta(milliseconds=10)


def test_what_was_seen_before_a_restart_is_still_a_duplicate(
    spark: SparkSession, stream: Stream, query_of: Queries, tmp_path: Path
) -> None:
    query = Derived(
        spark, tmp_path, lambda: query_of(stream, "value").table().dropDuplicates(["value"])
    )
    for values in (["a", "b", "a"], ["b", "c"], ["a", "c"], ["d"]):
        stream.publish(*values)
        query.run_available()
    assert [sorted(bytes(row.value) for row in rows) for rows in query.batches.values()] == [
        [b"a", b"b"],
        [b"c"],
        [],
        [b"d"],
    ]


def test_state_survives_a_query_that_is_stopped_in_a_batch(
    spark: SparkSession, stream: Stream, query_of: Queries, tmp_path: Path
) -> None:
    pause = "''"

    def distinct() -> DataFrame:
        table = query_of(stream, "value", f"{pause} as pause").table()
        return table.dropDuplicates(["value"]).where("pause is not null")

    query = Derived(spark, tmp_path, distinct)
    stream.publish("a", "b")
    query.run_available()
    stream.publish(*["a", "b", "c"] * 100)
    pause = "java_method('java.lang.Thread', 'sleep', 1000L)"
    running = query.start()
    wait_until(lambda: stream.broker.consumers(stream.name), 60, "a batch that is read")
    running.stop()
    assert running.exception() is None
    pause = "''"
    query.run_available()
    assert sorted(query.values) == [b"a", b"b", b"c"]
