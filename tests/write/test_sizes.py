"""Bodies from nothing to what a frame of the broker holds, alone, in entries and compressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

from support.failures import ours

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession

    from support.broker import Broker
    from support.brokers import Brokers
    from support.streams import Stream, SuperStream
    from write.conftest import Refusal, Rows, Write

CODECS = ["none", "gzip", "snappy", "lz4", "zstd"]
# A section with a long body has this before it.
SECTION = 8
SMALL_FRAME = 65_536
LARGEST_FRAME = 1_048_576


@pytest.fixture(scope="module")
def narrow(brokers: Brokers) -> Broker:
    """A broker that takes small frames only."""
    return brokers.start(configuration={"stream.frame_max": str(SMALL_FRAME)})


@pytest.fixture(params=[SMALL_FRAME, LARGEST_FRAME], ids=["frames of 64 KiB", "of 1 MiB"])
def framed(request: pytest.FixtureRequest) -> Iterator[tuple[Stream, int]]:
    """A stream with the frame size of its broker."""
    name = "narrow" if request.param == SMALL_FRAME else "broker"
    broker: Broker = request.getfixturevalue(name)
    with broker.stream() as stream:
        yield stream, request.param


def body(size: int) -> bytes:
    return bytes(number % 251 for number in range(size))


@pytest.mark.parametrize("codec", CODECS)
def test_every_codec_spreads_rows_over_a_super_stream_as_they_were(
    spark: SparkSession, superstream: SuperStream, write: Write, codec: str
) -> None:
    rows = spark.range(3_000, numPartitions=2).selectExpr(
        "cast(rpad(string(id), 500, ' ') as binary) as value", "string(id) as routing_key"
    )
    write(rows, superstream, subEntrySize="50", compression=codec)
    found = {int(m.body): m for m in superstream.messages()}
    assert sorted(found) == list(range(3_000))
    assert all(m.body == b"%-500d" % number for number, m in found.items())
    assert all(m.application_properties == {"routing_key": str(n)} for n, m in found.items())
    ours = spark.read.format("rabbitmq_streams").options(**superstream.options).load()
    read = {int(row.routing_key): bytes(row.value) for row in ours.collect()}
    assert read == {number: m.body for number, m in found.items()}


@pytest.mark.parametrize("codec", CODECS)
def test_entries_of_empty_bodies_keep_each_of_them(
    spark: SparkSession, stream: Stream, write: Write, codec: str
) -> None:
    rows = spark.range(250, numPartitions=1).selectExpr("x'' as value")
    write(rows, stream, subEntrySize="100", compression=codec)
    assert [(m.offset, m.body) for m in stream.messages()] == [(n, b"") for n in range(250)]


def test_the_largest_body_fills_a_frame_and_one_byte_more_is_refused_with_its_size_and_the_limit(
    rows: Rows, framed: tuple[Stream, int], write: Write, refusal: Refusal
) -> None:
    stream, frame = framed
    largest = largest_body(rows, stream, frame, write)
    assert frame - 64 <= largest + SECTION < frame
    before = stream.values()
    assert before[-1] == body(largest)
    said = refusal(rows("value binary", (body(largest + 1),)), stream)
    assert "INVALID_ROW" in said
    assert f"Row 1 of this task has {largest + 1 + SECTION} bytes as a message" in said
    assert f"{frame} bytes" in said
    assert "This task has sent nothing to the broker" in said
    assert stream.values() == before


def largest_body(rows: Rows, stream: Stream, frame: int, write: Write) -> int:
    """The size of the largest body that is taken; such a one is written last."""

    def is_taken(size: int) -> bool:
        try:
            write(rows("value binary", (body(size),)), stream)
        except (PySparkException, Py4JJavaError) as raised:
            if not ours(raised).startswith("[INVALID_ROW]"):
                raise
            return False
        return True

    taken, refused = frame - 4_096, frame
    while refused - taken > 1:
        middle = (taken + refused) // 2
        taken, refused = (middle, refused) if is_taken(middle) else (taken, middle)
    assert is_taken(taken)
    return taken


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"batchSize": "10000", "dynamicBatch": "false"},
        {"subEntrySize": "10"},
        *({"subEntrySize": "10", "compression": codec} for codec in CODECS[1:]),
        {"producerName": "orders"},
        {"filterValuePath": "application_properties.region"},
    ],
    ids=str,
)
def test_large_and_empty_bodies_follow_each_other_through_small_frames(
    rows: Rows, narrow: Broker, write: Write, options: dict[str, str]
) -> None:
    # A row with a filter value needs room for that, too.
    sizes = [65_400, 0, 65_400, 1, 32_000, 32_000, 32_000, 100, 65_400] * 4
    properties = {"region": "emea"} if "filterValuePath" in options else None
    given = rows(
        "value binary, application_properties map<string,string>",
        *((body(size), properties) for size in sizes),
    )
    with narrow.stream() as stream:
        write(given, stream, **options)
        assert stream.values() == [body(size) for size in sizes]
