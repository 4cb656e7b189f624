"""How rows travel: batches, what may be on its way, entries of several messages, compression."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support import amqp
from support.tap import PUBLISH

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from support.proxy import Proxy
    from support.streams import Stream
    from write.conftest import Refusal, Rows, Write


def numbers(spark: SparkSession, count: int, size: int = 0) -> DataFrame:
    """Rows of one task, each with its number, padded to a size."""
    text = f"rpad(string(id), {size}, ' ')" if size else "string(id)"
    return spark.range(count, numPartitions=1).selectExpr(f"cast({text} as binary) as value")


@pytest.mark.parametrize(
    "options",
    [
        {"maxInFlight": "1"},
        {"batchSize": "1"},
        {"batchSize": "10000", "maxInFlight": "7"},
        {"dynamicBatch": "false"},
        {"dynamicBatch": "false", "batchPublishingDelayMs": "0"},
        {"dynamicBatch": "false", "batchPublishingDelayMs": "60000"}
        | {"publisherConfirmTimeoutMs": "1000"},
        {"dynamicBatch": "false", "batchPublishingDelayMs": "1", "batchSize": "7"}
        | {"maxInFlight": "3"},
        {"retryOnRecovery": "false", "enqueueTimeoutMs": "0"},
        {"subEntrySize": "65535", "batchSize": "10000", "maxInFlight": "1000000"},
        {"subEntrySize": "7", "maxInFlight": "5"},
        {"subEntrySize": "7", "dynamicBatch": "false", "batchPublishingDelayMs": "1"},
    ],
    ids=str,
)
def test_however_rows_are_batched_each_arrives_once_and_in_order(
    spark: SparkSession, stream: Stream, write: Write, options: dict[str, str]
) -> None:
    write(numbers(spark, 300), stream, **options)
    assert stream.values() == [b"%d" % number for number in range(300)]


@pytest.mark.parametrize(
    ("options", "frames"),
    [
        ({"dynamicBatch": "false", "batchPublishingDelayMs": "60000", "batchSize": "10"}, 30),
        ({"dynamicBatch": "false", "batchPublishingDelayMs": "60000", "batchSize": "300"}, 1),
        ({"maxInFlight": "1"}, 300),
    ],
    ids=str,
)
def test_batches_and_what_may_be_unconfirmed_are_as_large_as_asked_for(
    spark: SparkSession,
    far_stream: Stream,
    proxy: Proxy,
    write: Write,
    options: dict[str, str],
    frames: int,
) -> None:
    before = proxy.frames[PUBLISH]
    write(numbers(spark, 300), far_stream, **options)
    assert proxy.frames[PUBLISH] == before + frames
    assert far_stream.values() == [b"%d" % number for number in range(300)]


@pytest.mark.parametrize("size", [1_000, 400_000])
def test_a_frame_of_many_messages_ends_at_256_kib(
    spark: SparkSession, far_stream: Stream, proxy: Proxy, write: Write, size: int
) -> None:
    in_frame = max(1, 256 * 1024 // (size + 20))
    options = {"dynamicBatch": "false", "batchPublishingDelayMs": "60000", "batchSize": "10000"}
    before = proxy.frames[PUBLISH]
    write(numbers(spark, 3 * in_frame, size), far_stream, **options)
    assert proxy.frames[PUBLISH] == before + 3
    assert [int(value) for value in far_stream.values()] == list(range(3 * in_frame))


@pytest.mark.parametrize("dynamic", ["true", "false"])
def test_entries_of_large_messages_are_kept_within_a_frame(
    spark: SparkSession, stream: Stream, write: Write, dynamic: str
) -> None:
    options = {"subEntrySize": "100", "dynamicBatch": dynamic, "batchPublishingDelayMs": "1"}
    write(numbers(spark, 60, size=300_000), stream, **options)
    assert [int(value) for value in stream.values()] == list(range(60))


@pytest.mark.parametrize("codec", ["none", "gzip", "snappy", "lz4", "zstd"])
def test_what_is_compressed_is_smaller_and_reads_as_it_was(
    spark: SparkSession, stream: Stream, write: Write, codec: str
) -> None:
    options = {"subEntrySize": "100", "compression": codec, "dynamicBatch": "false"}
    write(numbers(spark, 1000, size=1000), stream, **options)
    written = [b"%-1000d" % number for number in range(1000)]
    assert stream.values() == written
    ours = spark.read.format("rabbitmq_streams").options(**stream.options).load()
    assert [bytes(row.value) for row in ours.sort("offset").collect()] == written
    stored = stream.broker.stored_bytes(stream.name)
    assert stored > 1_000_000 if codec == "none" else stored < 200_000


@pytest.mark.parametrize(("codec", "seen"), [("none", 300), ("gzip", 0)])
def test_consumers_of_queues_get_what_is_packed_but_nothing_that_is_compressed(
    spark: SparkSession, stream: Stream, write: Write, codec: str, seen: int
) -> None:
    write(numbers(spark, 300), stream, subEntrySize="100", compression=codec)
    stream.publish("end")
    assert stream.values() == [*(b"%d" % number for number in range(300)), b"end"]
    expected = [(number, b"%d" % number) for number in range(300)]
    assert amqp.read_0_9_1(stream, b"end") == expected[:seen]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"compression": "gzip"}, "set subEntrySize above 1"),
        ({"compression": "gzip", "subEntrySize": "1"}, "set subEntrySize above 1"),
        ({"subEntrySize": "2", "producerName": "orders"}, "producerName needs subEntrySize=1"),
        (
            {"subEntrySize": "2", "filterValuePath": "properties.subject"},
            "filterValuePath needs subEntrySize=1",
        ),
        (
            {"subEntrySize": "2", "filterValueExtractorClass": "com.example.Region"},
            "filterValueExtractorClass needs subEntrySize=1",
        ),
        ({"producerName": "x" * 201}, "no longer than 200 bytes"),
        ({"maxInFlight": "1000001"}, "from 1 to 1000000"),
    ],
    ids=str,
)
def test_options_that_break_each_other_are_refused(
    rows: Rows, stream: Stream, refusal: Refusal, options: dict[str, str], words: str
) -> None:
    message = refusal(rows("value binary", (b"one",)), stream, **options)
    assert "INVALID_OPTIONS" in message
    assert words in message
    assert stream.values() == []


def test_a_row_for_another_stream_is_named(
    rows: Rows, stream: Stream, write: Write, refusal: Refusal
) -> None:
    given = rows("value binary, stream string", (b"one", stream.name), (b"two", None))
    write(given, stream)
    message = refusal(rows("value binary, stream string", (b"three", "another")), stream)
    assert "INVALID_ROW" in message
    assert f"cannot be written to stream={stream.name}" in message
    assert "its column stream names 'another'" in message
    assert "This task has sent nothing to the broker" in message
    assert stream.values() == [b"one", b"two"]


def test_a_failure_says_that_earlier_rows_may_be_visible(
    rows: Rows, stream: Stream, refusal: Refusal
) -> None:
    message = refusal(rows("value binary", (b"one",), (None,)), stream)
    assert "Row 2 of this task" in message
    assert "Rows that this task sent before it are visible" in message
