"""Rows find their partition by the hash of the key, or by the keys of the bindings."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession

    from support.broker import Broker
    from support.streams import SuperStream
    from write.conftest import Refusal, Rows, Write


@pytest.fixture
def regions(broker: Broker) -> Iterator[SuperStream]:
    """A super stream whose partitions are bound with `amer`, `apac` and `emea`."""
    with broker.superstream(binding_keys=("amer", "apac", "emea")) as superstream:
        yield superstream


def test_a_hundred_keys_go_where_the_client_sends_them(
    rows: Rows, superstream: SuperStream, write: Write
) -> None:
    keys = [f"ключ {number}" * (number % 5) for number in range(100)]
    pairs = [(b"%d" % number, key) for number, key in enumerate(keys)]
    write(rows("value binary, routing_key string", *pairs), superstream, routingStrategy="hash")
    by_us = {m.body: m.stream for m in superstream.messages()}
    superstream.publish(*((key, b"client's " + value) for value, key in pairs))
    by_client = {m.body: m.stream for m in superstream.messages() if m.body not in by_us}
    assert by_client == {b"client's " + value: stream for value, stream in by_us.items()}
    assert len(by_us) == 100


@pytest.mark.parametrize("options", [{}, {"batchSize": "10", "maxInFlight": "500"}], ids=str)
def test_two_tasks_confirm_thousands_of_batches_to_three_partitions(
    spark: SparkSession, superstream: SuperStream, write: Write, options: dict[str, str]
) -> None:
    rows = spark.range(200_000, numPartitions=2).selectExpr(
        "cast(string(id) as binary) as value", "string(id % 1000) as routing_key"
    )
    write(rows, superstream, publisherConfirmTimeoutMs="10000", **options)
    for partition in superstream.partitions:
        numbers = [int(value) for value in partition.values()]
        for half in (range(100_000), range(100_000, 200_000)):
            of_one_task = [number for number in numbers if number in half]
            assert of_one_task == sorted(set(of_one_task))
    assert sorted(map(int, superstream.values())) == list(range(200_000))


def test_a_key_goes_to_the_partition_that_is_bound_with_it(
    rows: Rows, regions: SuperStream, write: Write
) -> None:
    pairs = [(b"%d" % number, ("amer", "apac", "emea")[number % 3]) for number in range(300)]
    write(rows("value binary, routing_key string", *pairs), regions, routingStrategy="key")
    for position, partition in enumerate(regions.partitions):
        assert partition.values() == [b"%d" % number for number in range(position, 300, 3)]


def test_a_key_may_lead_to_several_partitions(
    spark: SparkSession, rows: Rows, regions: SuperStream, write: Write
) -> None:
    amer, apac, emea = regions.stream_names
    for partition in (apac, emea):
        regions.broker.bind(regions.name, partition, "east")
    pairs = [(b"%d" % number, "east" if number % 2 else "amer") for number in range(1000)]
    given = rows("value binary, routing_key string", *pairs)
    write(given, regions, routingStrategy="key", maxInFlight="3", producerName="orders")
    copies = Counter(message.stream for message in regions.messages())
    assert copies == {amer: 500, apac: 500, emea: 500}
    assert regions.partitions[1].values() == [b"%d" % number for number in range(1, 1000, 2)]
    stored = spark.read.format("rabbitmq_streams").options(**regions.options).load()
    assert stored.count() == 1500


def test_with_several_keys_for_a_partition_the_hash_is_still_that_of_the_client(
    rows: Rows, regions: SuperStream, write: Write
) -> None:
    for key in ("east", "west"):
        regions.broker.bind(regions.name, regions.stream_names[1], key)
    pairs = [(b"%d" % number, f"key {number}") for number in range(100)]
    write(rows("value binary, routing_key string", *pairs), regions)
    by_us = {m.body: m.stream for m in regions.messages()}
    regions.publish(*((key, b"client's " + value) for value, key in pairs))
    by_client = {m.body: m.stream for m in regions.messages() if m.body not in by_us}
    assert by_client == {b"client's " + value: stream for value, stream in by_us.items()}


def test_a_key_that_leads_nowhere_is_named(
    rows: Rows, regions: SuperStream, refusal: Refusal
) -> None:
    given = rows("value binary, routing_key string", (b"one", "amer"), (b"two", "atlantis"))
    message = refusal(given, regions, routingStrategy="key")
    assert "NO_ROUTE" in message
    assert "Row 2 of this task has the routing_key 'atlantis'" in message
    assert "Rows that this task sent before it are visible" in message


@pytest.mark.parametrize("strategy", ["hash", "key"])
def test_a_row_without_a_key_is_named(
    rows: Rows, regions: SuperStream, refusal: Refusal, strategy: str
) -> None:
    given = rows("value binary, routing_key string", (b"one", None))
    message = refusal(given, regions, routingStrategy=strategy)
    assert "INVALID_ROW" in message
    assert "Row 1 of this task" in message
    assert "routing_key is null" in message
    assert "This task has sent nothing to the broker" in message
