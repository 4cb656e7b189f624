"""Streams that a write creates because they are missing, and only then."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from spark_rabbitmq_streams import Sink
from support.broker import unique
from support.disturbing import meanwhile
from support.failures import failure, ours
from support.streams import SuperStream
from support.tap import CREATE_SUPER_STREAM
from support.wait import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

    from support.broker import Broker
    from support.container import ContainerBroker
    from support.logs import Log
    from support.proxy import Proxy
    from support.streams import Stream
    from write.conftest import Refusal, Rows, Write

PASSWORD = "hidden-Treasure-17"
USUAL = {"x-queue-type": "stream", "x-queue-leader-locator": "balanced"}
CREATING = {"createStream": "true"}


def test_a_missing_stream_is_created_with_what_the_options_say(
    one_row: DataFrame, missing: Stream, write: Write, log: Log
) -> None:
    options = {"maxAge": "7d", "maxLengthBytes": "20gb", "maxSegmentSizeBytes": "100mb"}
    write(one_row, missing, **CREATING, **options, filterSize="32", initialClusterSize="1")
    assert missing.values() == [b"one"]
    assert missing.broker.arguments(missing.name) == {
        **USUAL,
        "x-max-age": "604800s",
        "x-max-length-bytes": 20_000_000_000,
        "x-stream-max-segment-size-bytes": 100_000_000,
        "x-stream-filter-size-bytes": 32,
        "x-initial-cluster-size": 1,
    }
    assert [line for line in log.lines("INFO") if "Created" in line] == [
        f"Created stream={missing.name} with initial-cluster-size=1, max-age=604800s,"
        " max-length-bytes=20000000000, stream-filter-size-bytes=32,"
        " stream-max-segment-size-bytes=100000000"
    ]
    assert log.lines("WARN") == []


def test_a_stream_is_created_as_the_client_of_rabbitmq_does(
    broker: Broker, stream: Stream, one_row: DataFrame, missing: Stream, write: Write
) -> None:
    write(one_row, missing, **CREATING)
    assert broker.arguments(missing.name) == broker.arguments(stream.name) == USUAL


@pytest.mark.parametrize("age", ["90000s", "1500m", "25h", "P1DT1H", "PT25H"])
def test_an_age_is_the_same_however_it_is_written(
    one_row: DataFrame, missing: Stream, write: Write, age: str
) -> None:
    write(one_row, missing, **CREATING, maxAge=age)
    assert missing.broker.arguments(missing.name) == {**USUAL, "x-max-age": "90000s"}


def test_the_builder_of_python_creates_alike(one_row: DataFrame, missing: Stream) -> None:
    Sink(
        endpoints=missing.broker.endpoint,
        stream=missing.name,
        create_stream=True,
        max_age=timedelta(days=1, hours=1),
        max_length_bytes=1_000_000,
        max_segment_size_bytes="500kb",
    ).save(one_row)
    assert missing.values() == [b"one"]
    assert missing.broker.arguments(missing.name) == {
        **USUAL,
        "x-max-age": "90000s",
        "x-max-length-bytes": 1_000_000,
        "x-stream-max-segment-size-bytes": 500_000,
    }


def test_a_super_stream_is_created_as_the_tools_of_rabbitmq_do(
    spark: SparkSession,
    broker: Broker,
    superstream: SuperStream,
    missing_superstream: SuperStream,
    write: Write,
) -> None:
    name = missing_superstream.name
    rows = spark.range(100).selectExpr(
        "cast(string(id) as binary) as value", "string(id) as routing_key"
    )
    write(rows, missing_superstream, **CREATING, partitions="3", maxAge="7d")
    assert sorted(map(int, missing_superstream.values())) == list(range(100))
    assert all(partition.values() for partition in missing_superstream.partitions)
    bindings = [(f"{name}-0", "0", 0), (f"{name}-1", "1", 1), (f"{name}-2", "2", 2)]
    assert broker.bindings(name) == bindings
    of_client = [
        (stream.replace(superstream.name, name), key, place)
        for stream, key, place in broker.bindings(superstream.name)
    ]
    assert of_client == bindings
    for partition in missing_superstream.stream_names:
        assert broker.arguments(partition) == {**USUAL, "x-max-age": "604800s"}


def test_each_key_gets_a_partition_in_its_place(
    rows: Rows, broker: Broker, missing_superstream: SuperStream, write: Write
) -> None:
    name = missing_superstream.name
    given = rows(
        "value binary, routing_key string", (b"one", "emea"), (b"two", "amer"), (b"three", "emea")
    )
    options = {"bindingKeys": "emea, apac,amer", "routingStrategy": "key"}
    write(given, missing_superstream, **CREATING, **options)
    assert broker.bindings(name) == [
        (f"{name}-emea", "emea", 0),
        (f"{name}-apac", "apac", 1),
        (f"{name}-amer", "amer", 2),
    ]
    assert {part.name: part.values() for part in missing_superstream.partitions} == {
        f"{name}-emea": [b"one", b"three"],
        f"{name}-apac": [],
        f"{name}-amer": [b"two"],
    }


def test_a_streaming_query_creates_what_it_writes_to(
    spark: SparkSession, stream: Stream, missing: Stream, log: Log, tmp_path: Path
) -> None:
    reader = spark.readStream.format("rabbitmq_streams").options(**stream.options)
    rows = reader.option("startingOffsets", "earliest").load().select("value")
    writer = rows.writeStream.format("rabbitmq_streams").options(**missing.options, **CREATING)
    writer = writer.options(maxAge="7d", checkpointLocation=str(tmp_path))
    for value in (b"one", b"two"):
        stream.publish(value)
        query = writer.trigger(availableNow=True).start()
        try:
            assert query.awaitTermination(90), "the query did not end"
        finally:
            query.stop()
    assert missing.values() == [b"one", b"two"]
    assert missing.broker.arguments(missing.name) == {**USUAL, "x-max-age": "604800s"}
    assert len([line for line in log.lines("INFO") if "Created" in line]) == 1
    assert log.lines("WARN") == []


def test_what_is_too_much_for_a_created_stream_is_removed_from_its_beginning(
    spark: SparkSession, missing: Stream, write: Write
) -> None:
    rows = spark.range(2000, numPartitions=1).selectExpr(
        "cast(rpad(string(id), 1000, ' ') as binary) as value"
    )
    limits = {"maxLengthBytes": "200kb", "maxSegmentSizeBytes": "100kb"}
    for _ in range(2):
        write(rows, missing, **CREATING, **limits)
    stored = missing.broker.stored_bytes
    wait_until(lambda: stored(missing.name) < 1_000_000, 60, "a stream within its limits")
    left = missing.messages()
    assert left[0].offset > 2000
    assert left[-1].body.strip() == b"1999"


def test_several_that_create_at_once_write_to_the_same(
    spark: SparkSession, missing_superstream: SuperStream, log: Log
) -> None:
    """Each has connections of its own, as if it were another driver."""
    rows = spark.range(200, numPartitions=1).selectExpr(
        "cast(string(id) as binary) as value", "string(id) as routing_key"
    )
    options = {**missing_superstream.options, **CREATING, "partitions": "10", "maxAge": "7d"}
    failures: list[BaseException] = []

    def write(number: int) -> None:
        writer = rows.write.format("rabbitmq_streams").options(**options)
        try:
            writer.option("environmentId", f"driver-{number}").mode("append").save()
        except BaseException as failed:
            failures.append(failed)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [str(failed) for failed in failures] == []
    assert log.lines("WARN") == []
    assert len([line for line in log.lines("INFO") if "Created" in line]) == 1
    held = [partition.values() for partition in missing_superstream.partitions]
    assert len(held) == 10
    assert all(len(values) == 6 * len(set(values)) for values in held)
    assert sorted(int(value) for values in held for value in set(values)) == list(range(200))
    assert not missing_superstream.broker.client.exists(missing_superstream.name)


def test_a_stream_with_the_name_of_a_super_stream_stays_and_keeps_nobody_from_creating_that(
    one_row: DataFrame, missing_superstream: SuperStream, write: Write, log: Log
) -> None:
    """A driver that is killed while it creates may leave one."""
    superstream = missing_superstream
    with superstream.broker.stream(superstream.name) as namesake:
        namesake.publish(b"mine")
        write(one_row, superstream, **CREATING, partitions="2")
        assert namesake.values() == [b"mine"]
    assert superstream.values() == [b"one"]
    assert log.lines("WARN") == []


def test_a_creation_that_loses_its_connection_is_completed_and_leaves_no_sign(
    far_broker: ContainerBroker, proxy: Proxy, one_row: DataFrame, write: Write, log: Log
) -> None:
    def cut(done: threading.Event) -> None:
        until = proxy.frames[CREATE_SUPER_STREAM] + 1

        def has_begun() -> bool:
            return done.is_set() or proxy.frames[CREATE_SUPER_STREAM] >= until

        wait_until(has_begun, 30, "a request to create", every=0.002)
        assert not done.is_set()
        proxy.cut()

    with SuperStream(far_broker, unique("superstream")) as missing:
        meanwhile(lambda: write(one_row, missing, **CREATING, partitions="20"), cut)
        assert missing.values() == [b"one"]
        assert len(missing.stream_names) == 20
        assert not far_broker.client.exists(missing.name)
    assert log.lines("WARN") == []


def test_nothing_is_created_unless_asked_for(
    one_row: DataFrame, missing: Stream, write: Write
) -> None:
    for options in ({}, {"createStream": "false"}):
        said = ours(failure(lambda options=options: write(one_row, missing, **options)))  # type: ignore[misc]
        assert said.startswith("[STREAM_NOT_FOUND]")
        assert "a write with createStream=true does so" in said
        assert not missing.broker.client.exists(missing.name)


def test_a_write_that_is_refused_creates_nothing(
    rows: Rows, missing: Stream, refusal: Refusal
) -> None:
    assert "SINK_SCHEMA" in refusal(rows("value string", ("one",)), missing, **CREATING)
    assert not missing.broker.client.exists(missing.name)


def test_a_read_creates_nothing(spark: SparkSession, missing: Stream) -> None:
    table = spark.read.format("rabbitmq_streams").options(**missing.options, **CREATING)
    assert "STREAM_NOT_FOUND" in str(failure(lambda: table.load().count()))
    assert not missing.broker.client.exists(missing.name)


def test_the_fewest_permissions_that_create_a_super_stream(
    broker: Broker, missing_superstream: SuperStream, one_row: DataFrame, write: Write
) -> None:
    """What the refusal asks for is enough."""
    name = missing_superstream.name
    user = broker.add_user(
        unique("user"),
        PASSWORD,
        configure=f"^{name}(-[01])?$",
        read=f"^{name}$",
        write=f"^{name}(-[01])?$",
    )
    login = {"username": user.username, "password": PASSWORD}
    write(one_row, missing_superstream, **CREATING, **login, partitions="2")
    assert missing_superstream.values() == [b"one"]
