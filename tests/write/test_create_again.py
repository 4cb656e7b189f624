"""What exists is left as it is by a write that would create it, and told where it differs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.amqp import classic_queue, exchange
from support.broker import unique

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from support.broker import Broker
    from support.logs import Log
    from support.streams import Stream, SuperStream
    from write.conftest import Refusal, Rows, Write

PASSWORD = "hidden-Treasure-17"
CREATING = {"createStream": "true"}


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
    assert (
        f"partitions=3 ({names}), none for the keys 3, 4; {superstream.stream_names[0]} with no"
        " argument." in warning
    )
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


def test_a_super_stream_of_as_many_partitions_with_keys_of_its_own_is_told_and_written_to(
    one_row: DataFrame, broker: Broker, write: Write, log: Log
) -> None:
    with broker.superstream(binding_keys=["emea", "apac"]) as superstream:
        write(one_row, superstream, **CREATING, partitions="2")
        (warning,) = log.lines("WARN")
        names = f"{superstream.name}-emea, {superstream.name}-apac"
        assert "Asked for: partitions=2. There is:" in warning
        assert f"partitions=2 ({names}), none for the keys 0, 1." in warning
        assert superstream.values() == [b"one"]


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
