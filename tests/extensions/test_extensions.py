"""Classes that users write run where they should, and say so when they cannot."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.proxy import Proxy

from .conftest import SAMPLE, Elsewhere

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.broker import Broker
    from support.streams import Stream, SuperStream

OURS = "com.example.streams."
BROKEN = "com.example.broken."


def test_the_interfaces_name_no_type_of_ours_but_themselves(connector_jar: Path) -> None:
    with zipfile.ZipFile(connector_jar) as archive:
        interfaces = [
            archive.read(name)
            for name in archive.namelist()
            if re.fullmatch(r"org/sparkrabbit/extension/\w+(\$\w+)?\.class", name)
        ]
    named = {match for content in interfaces for match in re.findall(rb"[a-z]+(?:/\w+)+", content)}
    assert len(interfaces) >= 11
    assert {name.rpartition(b"/")[0] for name in named} <= {
        b"org/sparkrabbit/extension",
        b"java/io",
        b"java/lang",
        b"java/lang/invoke",
        b"java/lang/runtime",
        b"java/time",
        b"java/util",
    }


def test_the_sample_needs_the_published_coordinate_and_nothing_else(connector_jar: Path) -> None:
    pom = (SAMPLE / "pom.xml").read_text(encoding="utf-8")
    (dependency,) = re.findall(r"<dependency>(.*?)</dependency>", pom, re.DOTALL)
    parts = dict(re.findall(r"<(\w+)>(.*?)</\1>", dependency))
    assert parts == {
        "groupId": "org.sparkrabbit",
        "artifactId": "spark-rabbitmq-streams",
        "version": connector_jar.stem.removeprefix("spark-rabbitmq-streams-"),
        "scope": "provided",
    }


def test_every_class_of_the_sample_is_in_its_readme() -> None:
    classes = {source.stem for source in (SAMPLE / "src").rglob("*.java")}
    page = (SAMPLE / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| \[(\w+)\]", page, re.MULTILINE)) == classes


def test_a_post_filter_decides_what_becomes_a_row(elsewhere: Elsewhere, stream: Stream) -> None:
    regions = ["eu-west", "us-east", "eu-north", None]
    rows = [(f"{number}", {"region": regions[number % 4]}) for number in range(1000)]
    columns = "value string, application_properties map<string, string>"
    elsewhere.write(columns, *rows, **stream.options)
    found = elsewhere.read(**stream.options, filterPostFilterClass=OURS + "EuropeanOrders")
    assert found == [f"{number}" for number in range(1000) if number % 2 == 0]
    assert len(elsewhere.read(**stream.options)) == 1000


def test_a_partitioner_sends_to_one_partition_or_to_many(
    elsewhere: Elsewhere, broker: Broker
) -> None:
    columns = (
        "value string, application_properties map<string, string>,"
        " properties struct<subject: string>"
    )
    tenants = ["acme", "initech", "hooli"]
    rows: list[tuple[object, ...]] = [
        (f"{number}", {"tenant": tenants[number % 3]}, None) for number in range(300)
    ]
    rows += [(f"news {number}", None, ("announcement",)) for number in range(10)]
    with broker.superstream(binding_keys=("acme", "other", "another")) as superstream:
        options = {"routingStrategy": "custom", "partitionerClass": OURS + "TenantPartitioner"}
        elsewhere.write(columns, *rows, **superstream.options, **options)
        partitions = superstream.stream_names
        expected = Counter(10 * partitions)
        expected[partitions[0]] += 100
        for tenant in ("initech", "hooli"):
            expected[partitions[java_hash(tenant) % 3]] += 100
        assert Counter(message.stream for message in superstream.messages()) == expected


def java_hash(text: str) -> int:
    """As String.hashCode(), and never negative where Math.floorMod follows."""
    value = 0
    for character in text:
        value = (31 * value + ord(character)) & 0xFFFFFFFF
    return value - (1 << 32) if value >> 31 else value


def test_a_hash_function_takes_the_place_of_the_usual_one(
    elsewhere: Elsewhere, superstream: SuperStream
) -> None:
    rows = [(f"{number}", f"customer-{number % 10}/{number}") for number in range(500)]
    options = {"hashFunctionClass": OURS + "CustomerHash"}
    elsewhere.write("value string, routing_key string", *rows, **superstream.options, **options)
    partitions = superstream.stream_names
    found = {message.body.decode(): message.stream for message in superstream.messages()}
    assert found == {
        value: partitions[zlib.crc32(key.split("/")[0].encode()) % 3] for value, key in rows
    }


def test_a_filter_value_extractor_gives_the_broker_its_values(
    elsewhere: Elsewhere, stream: Stream
) -> None:
    columns = "value string, application_properties map<string, string>"
    for region in ("eu-west", "us-east"):
        rows = [(f"{region} {number}", {"region": region}) for number in range(50)]
        options = {"filterValueExtractorClass": OURS + "RegionExtractor"}
        elsewhere.write(columns, *rows, **stream.options, **options)
    found = stream.broker.client.filtered(stream.name, "us")
    assert [message.body for message in found] == [b"us-east %d" % n for n in range(50)]


def test_codecs_take_the_place_of_the_built_in_ones(elsewhere: Elsewhere, stream: Stream) -> None:
    rows = [(f"{number}",) for number in range(1000)]
    options = {**stream.options, "compressionCodecFactoryClass": OURS + "FastGzip"}
    elsewhere.write("value string", *rows, **options, subEntrySize="50", compression="gzip")
    elsewhere.write("value string", *rows, **options, subEntrySize="50")
    assert stream.values() == 2 * [b"%d" % number for number in range(1000)]
    assert elsewhere.read(**options) == 2 * [value for (value,) in rows]
    refused = elsewhere.write_failure(
        "value string", *rows, **options, subEntrySize="50", compression="zstd"
    )
    assert "EXTENSION_FAILED" in refused
    assert "could not compress with ZSTD" in refused
    # This entry is complete when all rows have come.
    refused = elsewhere.write_failure(
        "value string", *rows, **options, subEntrySize="5000", compression="zstd"
    )
    assert "could not compress with ZSTD" in refused
    assert "Rows that this task sent before it are visible to consumers" in refused


def test_an_address_resolver_leads_to_the_broker(
    elsewhere: Elsewhere, stream: Stream, proxy: Proxy
) -> None:
    stream.publish("one", "two")
    leader = stream.broker.client.leader(stream.name)
    assert leader
    forward = f"{leader.host}\\:{leader.port} = {proxy.address}\n"
    elsewhere.forwards.write_text(forward, encoding="utf-8")
    options = {**stream.options, "addressResolverClass": OURS + "NodeForwards"}
    assert elsewhere.read(**options) == ["one", "two"]
    assert proxy.accepted > 0


@pytest.fixture
def proxy(broker: Broker) -> Iterator[Proxy]:
    """Another way to the broker."""
    with closing(Proxy()) as proxy:
        proxy.target = broker.direct.address
        yield proxy


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"hashFunctionClass": "com.example.Missing"},
            "com.example.Missing of the option hashFunctionClass is not on the class path",
        ),
        (
            {"hashFunctionClass": BROKEN + "NoClassOfOurs"},
            "NoClassOfOurs of the option hashFunctionClass does not implement"
            " org.sparkrabbit.extension.HashFunction",
        ),
        (
            {"hashFunctionClass": BROKEN + "Secluded"},
            "Secluded of the option hashFunctionClass is not public, or has no public constructor",
        ),
        (
            {"partitionerClass": "com.example.Missing", "routingStrategy": "custom"},
            "com.example.Missing of the option partitionerClass is not on the class path",
        ),
        (
            {"filterValueExtractorClass": BROKEN + "NoClassOfOurs"},
            "does not implement org.sparkrabbit.extension.FilterValueExtractor",
        ),
    ],
)
def test_a_class_that_cannot_be_used_fails_before_any_task(
    elsewhere: Elsewhere, superstream: SuperStream, options: dict[str, str], words: str
) -> None:
    columns = "value string, routing_key string"
    message = elsewhere.write_failure(columns, ("one", "a"), **superstream.options, **options)
    assert "EXTENSION_UNUSABLE" in message
    assert words in message
    assert "Job aborted" not in message
    assert superstream.values() == []


def test_a_filter_that_cannot_be_made_fails_before_any_task(
    elsewhere: Elsewhere, stream: Stream
) -> None:
    stream.publish("one")
    message = elsewhere.read_failure(**stream.options, filterPostFilterClass=BROKEN + "Unborn")
    assert "EXTENSION_UNUSABLE" in message
    assert "failed in its constructor: java.lang.IllegalStateException: no configuration" in message
    assert "Job aborted" not in message


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("throw", "it threw java.lang.IllegalStateException: boom"),
        ("assert", "it threw java.lang.AssertionError: impossible"),
        ("null", "it gave null"),
        ("elsewhere", "it gave 'elsewhere', which is none of the partitions"),
        ("twice", "it gave a partition twice"),
    ],
)
def test_what_a_partitioner_does_wrong_is_told_with_the_row(
    elsewhere: Elsewhere, superstream: SuperStream, body: str, words: str
) -> None:
    options = {"routingStrategy": "custom", "partitionerClass": BROKEN + "Clumsy"}
    rows = [("fine",), (body,)]
    message = elsewhere.write_failure("value string", *rows, **superstream.options, **options)
    assert "EXTENSION_FAILED" in message
    where = f"row 2 of this task (superstream={superstream.name})"
    assert f"com.example.broken.Clumsy of the option partitionerClass failed at {where}" in message
    assert words in message
    assert "Rows that this task sent before it are visible" in message


def test_a_row_that_a_partitioner_gives_no_partition_has_no_route(
    elsewhere: Elsewhere, superstream: SuperStream, stream: Stream
) -> None:
    options = {"routingStrategy": "custom", "partitionerClass": BROKEN + "Clumsy"}
    columns, rows = "value string, routing_key string", [("one", "a"), ("none", "b"), ("two", "c")]
    elsewhere.write(columns, *rows, **superstream.options, **options, onDataError="skip")
    keeping = {"onDataError": "deadLetter", "deadLetterStream": stream.name}
    elsewhere.write(columns, *rows, **superstream.options, **options, **keeping)
    assert superstream.values() == [b"one", b"two", b"one", b"two"]
    (letter,) = stream.messages()
    assert letter.body == b"none"
    assert letter.application_properties["dead_letter.code"] == "NO_ROUTE"

    message = elsewhere.write_failure(columns, *rows, **superstream.options, **options)
    assert "NO_ROUTE] Row 2 of this task with the routing_key 'b' goes nowhere" in message
    assert "com.example.broken.Clumsy, which the option partitionerClass names" in message


def test_what_a_hash_function_throws_is_told_with_the_row(
    elsewhere: Elsewhere, superstream: SuperStream
) -> None:
    options = {"hashFunctionClass": BROKEN + "Clumsy"}
    columns = "value string, routing_key string"
    message = elsewhere.write_failure(columns, ("one", "a"), **superstream.options, **options)
    assert "EXTENSION_FAILED" in message
    assert "it threw java.lang.IllegalStateException: cannot hash a" in message
    assert "This task has sent nothing to the broker" in message
    assert superstream.values() == []


def test_what_an_extractor_throws_is_told_with_the_row(
    elsewhere: Elsewhere, stream: Stream
) -> None:
    options = {"filterValueExtractorClass": BROKEN + "Clumsy"}
    message = elsewhere.write_failure("value string", ("throw",), **stream.options, **options)
    assert "EXTENSION_FAILED" in message
    assert "of the option filterValueExtractorClass failed at row 1 of this task" in message
    assert stream.values() == []


def test_what_a_filter_throws_is_told_with_stream_and_offset(
    elsewhere: Elsewhere, stream: Stream
) -> None:
    stream.publish("fine", "fine too", "throw", "never read")
    message = elsewhere.read_failure(**stream.options, filterPostFilterClass=BROKEN + "Clumsy")
    assert "EXTENSION_FAILED" in message
    where = f"offset 2 of the stream '{stream.name}'"
    assert f"of the option filterPostFilterClass failed at {where}" in message
    assert "it threw java.lang.IllegalStateException: boom" in message


def test_a_post_filter_decides_in_a_streaming_query_too(
    elsewhere: Elsewhere, stream: Stream
) -> None:
    stream.publish("fine", "", "fine too", "")
    options = {**stream.options, "startingOffsets": "earliest"}
    found = elsewhere.query(**options, filterPostFilterClass=BROKEN + "Clumsy")
    assert found == ["fine", "fine too"]


def test_what_a_filter_throws_fails_the_streaming_query(
    elsewhere: Elsewhere, stream: Stream
) -> None:
    stream.publish("fine", "throw", "never read")
    options = {**stream.options, "startingOffsets": "earliest"}
    message = elsewhere.query_failure(**options, filterPostFilterClass=BROKEN + "Clumsy")
    assert "EXTENSION_FAILED" in message
    where = f"offset 1 of the stream '{stream.name}'"
    assert f"of the option filterPostFilterClass failed at {where}" in message
    assert "it threw java.lang.IllegalStateException: boom" in message
