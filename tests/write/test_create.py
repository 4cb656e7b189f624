"""Streams that a write creates because they are missing, and only then."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from spark_rabbitmq_streams import Sink
from support.amqp import classic_queue, exchange
from support.broker import unique
from support.failures import failure, ours
from support.logs import Log
from support.streams import Stream, SuperStream
from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

    from support.broker import Broker
    from write.conftest import Refusal, Rows, Write

PASSWORD = "hidden-Treasure-17"
USUAL = {"x-queue-type": "stream", "x-queue-leader-locator": "balanced"}
CREATING = {"createStream": "true"}


@pytest.fixture
def missing(broker: Broker) -> Iterator[Stream]:
    """A name that nothing has; what is created under it is deleted."""
    with Stream(broker, unique("stream")) as missing:
        yield missing


@pytest.fixture
def missing_superstream(broker: Broker) -> Iterator[SuperStream]:
    with SuperStream(broker, unique("superstream")) as missing:
        yield missing


@pytest.fixture
def log(spark: SparkSession) -> Iterator[Log]:
    with Log(spark) as log:
        yield log


@pytest.fixture
def one_row(rows: Rows) -> DataFrame:
    return rows("value binary, routing_key string", (b"one", "0"))


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


def test_a_second_write_finds_what_the_first_created(
    one_row: DataFrame,
    missing: Stream,
    missing_superstream: SuperStream,
    write: Write,
    log: Log,
) -> None:
    for _ in range(2):
        write(one_row, missing, **CREATING, maxAge="7d", maxLengthBytes="20gb")
        write(one_row, missing_superstream, **CREATING, partitions="2", maxAge="7d")
    assert missing.values() == [b"one", b"one"]
    assert missing_superstream.values() == [b"one", b"one"]
    assert len([line for line in log.lines("INFO") if "Created" in line]) == 2
    assert log.lines("WARN") == []


@pytest.mark.parametrize(
    "arguments",
    [
        {"max-age": "604800s"},
        {"max-age": "7D"},
        {"max-age": "168h", "queue-leader-locator": "client-local"},
        {"max-age": "10080m", "queue-leader-locator": "least-leaders"},
    ],
    ids=str,
)
def test_what_means_the_same_is_the_same(
    broker: Broker,
    one_row: DataFrame,
    missing: Stream,
    write: Write,
    log: Log,
    arguments: dict[str, str],
) -> None:
    broker.client.create_with(missing.name, arguments)
    before = broker.arguments(missing.name)
    write(one_row, missing, **CREATING, maxAge="7d")
    assert log.lines("WARN") == []
    assert broker.arguments(missing.name) == before


@pytest.mark.parametrize(
    ("arguments", "there"),
    [
        ({}, "no argument"),
        ({"max-age": "7D"}, "max-age=604800s"),
        (
            {"max-length-bytes": "1000000", "queue-leader-locator": "balanced"},
            "max-length-bytes=1000000",
        ),
        (
            {"max-age": "8D", "max-length-bytes": "1000000"},
            "arguments that the stream protocol does not tell (rabbitmqctl list_queues name"
            " arguments shows them)",
        ),
    ],
    ids=str,
)
def test_a_stream_with_other_arguments_is_told_once_and_written_to(
    broker: Broker,
    one_row: DataFrame,
    missing: Stream,
    write: Write,
    log: Log,
    arguments: dict[str, str],
    there: str,
) -> None:
    broker.client.create_with(missing.name, arguments)
    before = broker.arguments(missing.name)
    for _ in range(2):
        write(one_row, missing, **CREATING, maxAge="7d", maxLengthBytes="1mb")
    assert log.lines("WARN") == [
        f"stream={missing.name} exists otherwise than the options describe it. Asked for:"
        f" max-age=604800s, max-length-bytes=1000000. There is: {there}. The write goes on with"
        " what there is, which no write changes. Let the options say the same, or delete it first."
    ]
    assert missing.values() == [b"one", b"one"]
    assert broker.arguments(missing.name) == before


def test_a_super_stream_of_another_shape_is_told_and_written_to(
    one_row: DataFrame, superstream: SuperStream, write: Write, log: Log
) -> None:
    write(one_row, superstream, **CREATING, partitions="5", maxAge="7d")
    (warning,) = log.lines("WARN")
    assert warning.startswith(f"superstream={superstream.name} exists otherwise than")
    names = ", ".join(superstream.stream_names)
    assert "Asked for: partitions=5, max-age=604800s. There is:" in warning
    assert f"partitions=3 ({names}); {superstream.stream_names[0]} with no argument." in warning
    assert superstream.values() == [b"one"]


def test_a_super_stream_of_other_keys_is_told_and_written_to(
    rows: Rows, broker: Broker, write: Write, log: Log
) -> None:
    with broker.superstream(binding_keys=["emea", "apac"]) as superstream:
        options = {"routingStrategy": "key"}
        given = rows("value binary, routing_key string", (b"one", "apac"))
        write(given, superstream, **CREATING, **options, bindingKeys="emea,apac")
        assert log.lines("WARN") == []
        write(given, superstream, **CREATING, **options, bindingKeys="apac,emea,amer")
        (warning,) = log.lines("WARN")
        assert "Asked for: bindingKeys=apac,emea,amer. There is:" in warning
        names = f"{superstream.name}-emea, {superstream.name}-apac"
        assert f"partitions=2 ({names}), none for the keys amer." in warning
        assert superstream.values() == [b"one", b"one"]


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
    assert failures == []
    assert log.lines("WARN") == []
    assert len([line for line in log.lines("INFO") if "Created" in line]) == 1
    held = [partition.values() for partition in missing_superstream.partitions]
    assert len(held) == 10
    assert all(len(values) == 6 * len(set(values)) for values in held)
    assert sorted(int(value) for values in held for value in set(values)) == list(range(200))


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


def test_who_may_only_write_writes_to_what_exists(
    broker: Broker, stream: Stream, one_row: DataFrame, write: Write, log: Log
) -> None:
    user = broker.add_user(unique("user"), PASSWORD, configure="^$", read="^$")
    login = {"username": user.username, "password": PASSWORD}
    write(one_row, stream, **CREATING, **login)
    assert log.lines("WARN") == []
    write(one_row, stream, **CREATING, **login, maxAge="7d")
    (warning,) = log.lines("WARN")
    assert "Asked for: max-age=604800s. There is: arguments that only a user with" in warning
    assert stream.values() == [b"one", b"one"]


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


def test_a_queue_that_has_the_name_is_left_alone(
    broker: Broker, missing: Stream, one_row: DataFrame, refusal: Refusal
) -> None:
    with classic_queue(broker, missing.name):
        message = refusal(one_row, missing, **CREATING)
        assert "CREATION_REFUSED" in message
        assert "A queue of another type may have this name" in message
        assert broker.arguments(missing.name) == {"x-queue-type": "classic"}


def test_an_exchange_that_has_the_name_is_left_alone(
    broker: Broker, missing_superstream: SuperStream, one_row: DataFrame, refusal: Refusal
) -> None:
    with exchange(broker, missing_superstream.name):
        message = refusal(one_row, missing_superstream, **CREATING, partitions="2")
        assert "CREATION_REFUSED" in message
        assert f"cannot create the super stream '{missing_superstream.name}'" in message
        assert broker.bindings(missing_superstream.name) == []


def test_a_stream_with_the_name_of_a_partition_is_left_alone(
    broker: Broker, missing_superstream: SuperStream, one_row: DataFrame, refusal: Refusal
) -> None:
    with broker.stream(f"{missing_superstream.name}-1") as taken:
        message = refusal(one_row, missing_superstream, **CREATING, partitions="2")
        assert "CREATION_REFUSED" in message
        assert f"'{missing_superstream.name}-0' and so on" in message
        assert broker.client.exists(taken.name)
        assert not broker.client.exists(f"{missing_superstream.name}-0")
