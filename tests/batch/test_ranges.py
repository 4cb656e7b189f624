"""A batch read begins and ends where its options say, and knows at once when it is done."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

from support.disturbing import meanwhile
from support.patience import PATIENT, at_once
from support.wait import wait_until

if TYPE_CHECKING:
    import threading
    from collections.abc import Iterator

    from pyspark.sql import DataFrame, SparkSession

    from support.broker import Broker
    from support.streams import Stream, SuperStream


def read(spark: SparkSession, source: Stream | SuperStream, **options: str) -> DataFrame:
    return spark.read.format("rabbitmq_streams").options(**source.options, **options).load()


def offsets(spark: SparkSession, source: Stream | SuperStream, **options: str) -> list[int]:
    return sorted(row.offset for row in read(spark, source, **options).select("offset").collect())


@pytest.fixture
def gapped(stream: Stream) -> Stream:
    """Messages at 0 to 99 and 105 to 114; stored offsets at 100 to 104 and 115 to 117."""
    stream.publish(*map(str, range(100)))
    stream.store_offsets(5)
    stream.publish(*map(str, range(10)))
    stream.store_offsets(3)
    return stream


EVERYTHING = [*range(100), *range(105, 115)]


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (0, 10, [*range(10)]),
        (20, 30, [*range(20, 30)]),
        (50, 50, []),
        (95, 107, [*range(95, 100), 105, 106]),
        (100, 105, []),
        (101, 103, []),
        (102, 106, [105]),
        (112, 115, [112, 113, 114]),
        (112, 117, [112, 113, 114]),
        (112, 118, [112, 113, 114]),
        (115, 118, []),
        (116, 117, []),
    ],
)
def test_a_range_may_begin_end_and_lie_in_gaps(
    spark: SparkSession, gapped: Stream, start: int, end: int, expected: list[int]
) -> None:
    with at_once():
        found = offsets(
            spark,
            gapped,
            startingOffsets="offset",
            startingOffset=str(start),
            endingOffsets="offset",
            endingOffset=str(end),
            **PATIENT,
        )
    assert found == expected


@pytest.mark.parametrize("pieces", [2, 7, 40, 200])
def test_pieces_of_a_range_hold_each_message_once(
    spark: SparkSession, gapped: Stream, pieces: int
) -> None:
    split = read(spark, gapped, minPartitions=str(pieces), **PATIENT)
    with at_once():
        assert sorted(row.offset for row in split.collect()) == EVERYTHING
    assert split.rdd.getNumPartitions() == min(pieces, 115)


def test_no_piece_is_longer_than_it_may_be(spark: SparkSession, gapped: Stream) -> None:
    split = read(spark, gapped, maxRecordsPerPartition="30")
    assert split.rdd.getNumPartitions() == 4
    assert sorted(row.offset for row in split.collect()) == EVERYTHING


def test_pieces_are_shared_among_partitions_by_what_they_hold(
    spark: SparkSession, superstream: SuperStream
) -> None:
    partitions = superstream.partitions
    partitions[0].publish(*map(str, range(300)))
    partitions[1].publish(*map(str, range(100)))
    split = read(spark, superstream, minPartitions="4")
    tasks = (
        split.select("stream", "offset")
        .rdd.glom()
        .map(lambda rows: (rows[0].stream, rows[0].offset, len(rows)))
    )
    assert sorted(tasks.collect()) == [
        (partitions[0].name, 0, 100),
        (partitions[0].name, 100, 100),
        (partitions[0].name, 200, 100),
        (partitions[1].name, 0, 100),
    ]


def test_a_stream_of_stored_offsets_alone_is_empty(spark: SparkSession, stream: Stream) -> None:
    stream.store_offsets(3)
    with at_once():
        assert offsets(spark, stream, **PATIENT) == []


def test_latest_to_latest_is_nothing(spark: SparkSession, gapped: Stream) -> None:
    assert offsets(spark, gapped, startingOffsets="latest") == []


def test_each_stream_may_have_its_own_range(spark: SparkSession, superstream: SuperStream) -> None:
    for partition in superstream.partitions:
        partition.publish(*map(str, range(10)))
    first, second, third = superstream.stream_names
    found = read(
        spark,
        superstream,
        startingOffsets=json.dumps({first: 7, second: "earliest", third: "latest"}),
        endingOffsets=json.dumps({first: "latest", second: 3, third: 10}),
    )
    assert sorted((row.stream, row.offset) for row in found.collect()) == [
        (first, 7),
        (first, 8),
        (first, 9),
        (second, 0),
        (second, 1),
        (second, 2),
    ]


def test_a_stream_that_is_not_named_is_an_error(
    spark: SparkSession, superstream: SuperStream
) -> None:
    first, second, third = superstream.stream_names
    with pytest.raises(PySparkException) as raised:
        offsets(spark, superstream, startingOffsets=json.dumps({first: 1, "other": 2}))
    message = str(raised.value)
    assert "[RABBITMQ_STREAMS.INVALID_OPTIONS]" in message
    assert f"startingOffsets says nothing of the stream '{second}'" in message
    assert f"startingOffsets says nothing of the stream '{third}'" in message
    assert "startingOffsets names 'other', which is not among the streams" in message


def test_an_end_before_the_start_is_an_error(spark: SparkSession, gapped: Stream) -> None:
    with pytest.raises(PySparkException) as raised:
        offsets(
            spark,
            gapped,
            startingOffsets="offset",
            startingOffset="9",
            endingOffsets="offset",
            endingOffset="3",
        )
    assert (
        f"the read of the stream '{gapped.name}' would begin at offset 9 and end before offset 3"
        in str(raised.value)
    )


def test_an_end_beyond_the_stream_is_waited_for_and_never_cut_short(
    spark: SparkSession, stream: Stream
) -> None:
    stream.publish("a", "b", "c")
    with pytest.raises((PySparkException, Py4JJavaError)) as raised:
        offsets(spark, stream, endingOffsets="offset", endingOffset="5", maxWaitMs="1500")
    message = str(raised.value)
    assert "[RABBITMQ_STREAMS.NO_PROGRESS]" in message
    assert "the next offset would have been 3" in message


@pytest.mark.parametrize("loss", ["true", "false"])
def test_a_task_that_begins_beyond_the_stream_waits_like_others(
    spark: SparkSession, stream: Stream, loss: str
) -> None:
    stream.publish("a", "b", "c")
    rows = beyond(spark, stream, failOnDataLoss=loss, maxWaitMs="1500").rdd
    with pytest.raises((PySparkException, Py4JJavaError)) as raised:
        spark.sparkContext.runJob(rows, list, [2])
    message = str(raised.value)
    assert "[RABBITMQ_STREAMS.NO_PROGRESS]" in message
    assert "from=6 until=9; the next offset would have been 6" in message


def test_a_task_that_begins_beyond_the_stream_reads_what_comes(
    spark: SparkSession, stream: Stream
) -> None:
    stream.publish("a", "b", "c")
    plan = beyond(spark, stream)

    def publish(done: threading.Event) -> None:
        # Longer than pollTimeoutMs, after which a task asks whether the stream has lost something.
        assert not done.wait(2)
        stream.publish(*"defghi")

    assert sorted(row.offset for row in meanwhile(plan.collect, publish)) == list(range(9))


def beyond(spark: SparkSession, stream: Stream, **options: str) -> DataFrame:
    """A read of the offsets 0 to 8 by three tasks, planned when the stream holds three of them."""
    plan = read(
        spark,
        stream,
        endingOffsets="offset",
        endingOffset="9",
        minPartitions="3",
        pollTimeoutMs="200",
        **options,
    )
    assert plan.rdd.getNumPartitions() == 3
    return plan


def test_an_end_that_stored_offsets_reach_while_it_is_waited_for_ends_the_read(
    spark: SparkSession, stream: Stream
) -> None:
    stream.publish("a", "b", "c")
    plan = read(
        spark,
        stream,
        endingOffsets="offset",
        endingOffset="5",
        maxWaitMs="20000",
        pollTimeoutMs="200",
    )
    # The range is planned now, while its end is still ahead.
    assert plan.rdd.getNumPartitions() == 1
    stream.store_offsets(2)
    assert sorted(row.offset for row in plan.collect()) == [0, 1, 2]


def chunks(spark: SparkSession, stream: Stream) -> list[tuple[int, list[int]]]:
    """The chunks of a stream: their time, in milliseconds, and their offsets."""
    found: dict[int, list[int]] = {}
    rows = read(spark, stream).selectExpr("offset", "unix_millis(chunk_timestamp) as millis")
    for row in rows.orderBy("offset").collect():
        found.setdefault(row.millis, []).append(row.offset)
    return sorted(found.items())


@pytest.fixture
def timed(spark: SparkSession, stream: Stream) -> Stream:
    """Three chunks at three times, at least."""

    def another() -> bool:
        stream.publish("a", "b", "c")
        return len(chunks(spark, stream)) >= 3

    wait_until(another, 30, "chunks of different times")
    return stream


def test_a_read_begins_with_the_first_chunk_of_a_time_or_later(
    spark: SparkSession, timed: Stream
) -> None:
    (first, early), (second, middle), *later = chunks(spark, timed)
    end = [offset for _, found in later for offset in found]

    def since(millis: int) -> list[int]:
        return offsets(spark, timed, startingOffsets="timestamp", startingTimestamp=str(millis))

    assert since(0) == since(first) == early + middle + end
    assert since(first + 1) == since(second) == middle + end
    assert since(second + 1) == end
    assert since(later[-1][0] + 1) == []


def test_a_read_ends_before_the_first_chunk_of_a_time_or_later(
    spark: SparkSession, timed: Stream
) -> None:
    (first, early), (second, middle), *_ = chunks(spark, timed)

    def until(millis: int) -> list[int]:
        return offsets(spark, timed, endingOffsets="timestamp", endingTimestamp=str(millis))

    assert until(first) == []
    assert until(first + 1) == until(second) == early
    assert until(second + 1) == early + middle


def test_a_time_after_all_messages_is_an_error_where_that_is_wanted(
    spark: SparkSession, timed: Stream
) -> None:
    with pytest.raises((PySparkException, Py4JJavaError)) as raised:
        offsets(
            spark,
            timed,
            startingOffsets="timestamp",
            startingTimestamp="2100-01-01T00:00:00Z",
            startingOffsetsByTimestampStrategy="error",
        )
    assert "[RABBITMQ_STREAMS.NO_MESSAGE_AT_TIME]" in str(raised.value)
    assert f"The stream '{timed.name}' holds no message at or after 4102444800000" in str(
        raised.value
    )


def test_times_may_differ_from_stream_to_stream(
    spark: SparkSession, superstream: SuperStream
) -> None:
    for partition in superstream.partitions:
        partition.publish("a", "b")
    first, second, third = superstream.stream_names
    found = read(
        spark,
        superstream,
        startingOffsetsByTimestamp=json.dumps(
            {first: 0, second: "2100-01-01T00:00:00Z", third: "-1h"}
        ),
    )
    assert sorted((row.stream, row.offset) for row in found.collect()) == [
        (first, 0),
        (first, 1),
        (third, 0),
        (third, 1),
    ]


@pytest.fixture
def cut(broker: Broker) -> Iterator[Stream]:
    """A stream whose first messages retention has removed."""
    with broker.stream(max_bytes=1_000_000, segment_bytes=500_000) as stream:

        def removed() -> bool:
            stream.publish(*(b"x" * 1000 for _ in range(500)))
            return stream.broker.client.first_offset(stream.name) > 0

        wait_until(removed, 60, f"retention of {stream.name}")
        yield stream


def test_a_start_that_retention_has_removed_is_data_loss(spark: SparkSession, cut: Stream) -> None:
    first = cut.broker.client.first_offset(cut.name)
    with pytest.raises((PySparkException, Py4JJavaError)) as raised:
        offsets(spark, cut, startingOffsets="offset", startingOffset="3")
    message = str(raised.value)
    assert "[RABBITMQ_STREAMS.DATA_LOSS]" in message
    assert f"offsets 3 to {first - 1} are gone. The stream now begins at offset {first}." in message


def test_a_start_that_retention_has_removed_may_be_stepped_over(
    spark: SparkSession, cut: Stream
) -> None:
    first = cut.broker.client.first_offset(cut.name)
    found = offsets(
        spark, cut, startingOffsets="offset", startingOffset="3", failOnDataLoss="false"
    )
    assert found == [message.offset for message in cut.messages()]
    assert found[0] == first


@pytest.mark.parametrize("compression", ["NONE", "GZIP", "SNAPPY", "LZ4", "ZSTD"])
def test_packed_messages_are_read_from_the_middle(
    spark: SparkSession, stream: Stream, compression: str
) -> None:
    stream.broker.client.publish(
        stream.name,
        [b"%d" % number for number in range(1000)],
        sub_entry=100,
        compression=compression,
    )
    found = read(
        spark,
        stream,
        startingOffsets="offset",
        startingOffset="250",
        endingOffsets="offset",
        endingOffset="777",
        minPartitions="5",
    )
    rows = sorted((row.offset, bytes(row.value)) for row in found.collect())
    assert rows == [(number, b"%d" % number) for number in range(250, 777)]
