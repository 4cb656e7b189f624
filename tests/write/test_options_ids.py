"""A named producer: the broker remembers the last publishing id, and takes each id once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from py4j.protocol import Py4JJavaError
from pyspark import TaskContext
from pyspark.errors import PySparkException

from support.broker import unique

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyspark.sql import DataFrame, SparkSession

    from support.streams import Stream, SuperStream
    from write.conftest import Refusal, Rows, Write

NAME = "orders"


def attempts(spark: SparkSession, count: int, tasks: int = 1) -> DataFrame:
    """Rows whose value is the number of the task attempt that writes them."""

    def numbered(rows: Iterable[int]) -> Iterable[tuple[bytes, str]]:
        context = TaskContext.get()
        assert context is not None
        return ((b"%d" % context.taskAttemptId(), f"key {row}") for row in rows)

    numbers = spark.sparkContext.parallelize(range(count), tasks)
    return spark.createDataFrame(
        numbers.mapPartitions(numbered), "value binary, routing_key string"
    )


def next_attempt(spark: SparkSession, stream: Stream, write: Write) -> int:
    """The number that the next task attempt of this Spark will have."""
    with stream.broker.stream() as probe:
        write(attempts(spark, 1), probe)
        return int(probe.values()[0]) + 1


def test_each_task_has_a_name_of_its_own_and_numbers_its_rows_from_one(
    spark: SparkSession, stream: Stream, write: Write
) -> None:
    write(attempts(spark, 7, tasks=2), stream, producerName=NAME)
    values = [int(value) for value in stream.values()]
    first, second = min(values), max(values)
    remembered = {
        name: stream.broker.client.last_publishing_id(stream.name, name)
        for name in (f"{NAME}-p0-t{first}", f"{NAME}-p1-t{second}", NAME)
    }
    assert list(remembered.values()) == [values.count(first), values.count(second), 0]
    assert sorted(remembered.values()) == [0, 3, 4]


def test_without_a_name_the_broker_remembers_nothing(
    spark: SparkSession, stream: Stream, write: Write
) -> None:
    write(attempts(spark, 3), stream)
    attempt = int(stream.values()[0])
    name = f"{NAME}-p0-t{attempt}"
    assert stream.broker.client.last_publishing_id(stream.name, name) == 0


def test_a_name_that_was_used_before_costs_no_row(
    spark: SparkSession, stream: Stream, write: Write
) -> None:
    name = f"{NAME}-p0-t{next_attempt(spark, stream, write)}"
    stream.broker.client.publish_named(stream.name, name, [(100, b"earlier")])
    write(attempts(spark, 3), stream, producerName=NAME)
    assert len(stream.values()) == 4
    assert stream.broker.client.last_publishing_id(stream.name, name) == 103


def test_a_name_that_one_partition_knows_costs_no_row(
    spark: SparkSession, stream: Stream, superstream: SuperStream, write: Write
) -> None:
    name = f"{NAME}-p0-t{next_attempt(spark, stream, write)}"
    client = superstream.broker.client
    knowing, *others = superstream.stream_names
    client.publish_named(knowing, name, [(100, b"earlier")])
    write(attempts(spark, 60), superstream, producerName=NAME)
    assert len(superstream.values()) == 61
    assert client.last_publishing_id(knowing, name) > 100
    assert all(client.last_publishing_id(other, name) > 0 for other in others)


def test_rows_that_bring_ids_are_written_once(
    spark: SparkSession, stream: Stream, rows: Rows, write: Write
) -> None:
    name = f"{NAME}-p0-t{next_attempt(spark, stream, write)}"
    earlier = [(number, b"%d" % number) for number in (98, 99, 100)]
    stream.broker.client.publish_named(stream.name, name, earlier)
    repeated = [(b"%d" % number, number) for number in (98, 99, 100, 101, 105)]
    write(rows("value binary, publishing_id long", *repeated), stream, producerName=NAME)
    assert stream.values() == [b"98", b"99", b"100", b"101", b"105"]
    assert stream.broker.client.last_publishing_id(stream.name, name) == 105


def test_rows_that_bring_ids_are_written_once_to_a_superstream(
    spark: SparkSession, stream: Stream, superstream: SuperStream, rows: Rows, write: Write
) -> None:
    name = f"{NAME}-p0-t{next_attempt(spark, stream, write)}"
    for partition in superstream.stream_names:
        superstream.broker.client.publish_named(partition, name, [(20, b"earlier")])
    given = [(b"%d" % number, f"key {number}", number) for number in range(1, 51)]
    columns = "value binary, routing_key string, publishing_id long"
    write(rows(columns, *given), superstream, producerName=NAME)
    written = [int(value) for value in superstream.values() if value != b"earlier"]
    assert sorted(written) == list(range(21, 51))


@pytest.mark.parametrize(
    ("ids", "words"),
    [
        ([0], "publishing_id is 0, and must be above 0"),
        ([-1], "publishing_id is -1, and must be above 0"),
        ([5, 5], "publishing_id is 5, and must be above 5"),
        ([5, 4], "publishing_id is 4, and must be above 5"),
        ([5, None], "publishing_id is null"),
    ],
)
def test_ids_that_do_not_grow_are_refused(
    rows: Rows, stream: Stream, refusal: Refusal, ids: list[int | None], words: str
) -> None:
    given = rows("value binary, publishing_id long", *((b"row", number) for number in ids))
    message = refusal(given, stream, producerName=NAME)
    assert "INVALID_ROW" in message
    assert f"Row {len(ids)} of this task" in message
    assert words in message


def test_ids_without_a_name_are_refused(rows: Rows, stream: Stream, refusal: Refusal) -> None:
    message = refusal(rows("value binary, publishing_id long", (b"one", 1)), stream)
    assert "INVALID_OPTIONS" in message
    assert "publishing_id has a meaning only with the option producerName" in message


def test_a_named_producer_that_may_not_read_is_refused(stream: Stream, rows: Rows) -> None:
    writer = stream.broker.add_user(unique("writer"), "a password", read="", configure="")
    options = {"username": writer.username, "password": writer.password, "producerName": NAME}
    given = rows("value binary", (b"one",)).write.format("rabbitmq_streams").mode("append")
    with pytest.raises((PySparkException, Py4JJavaError)) as raised:
        given.options(**{**stream.options, **options}).save()
    assert "ACCESS_REFUSED" in str(raised.value)
    assert stream.values() == []
