"""A key has the same partition for us and for RabbitMQ's clients for Java, Go and .NET.

The keys `hello…` are those of their own tests. Other keys are judged by mmh3, an implementation of
the hash that has nothing to do with any of them.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import mmh3
import pytest
from rstream import AMQPMessage
from rstream.superstream import HashRoutingMurmurStrategy, Metadata

if TYPE_CHECKING:
    from support.broker import Broker
    from support.streams import SuperStream
    from write.conftest import Rows, Write

SEED = 104_729

KEYS = [f"hello{number}" for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 88)]
OF_THREE = dict(zip(KEYS, (1, 0, 1, 2, 0, 2, 0, 1, 0, 2, 1), strict=True))

AWKWARD = (
    *("", " ", "a", "ab", "abc", "abcd", "abcde"),
    *("\x00", "\x7f\x80", "é", "e\u0301", "߿", "ключ", "日本", "\uffff", "🐇", "👩‍🚀 und 🐇"),
    *("k" * 255, "k" * 256, "ü" * 128, "🐇" * 2_500, "k" * 100_000),
)


def written(rows: Rows, write: Write, target: SuperStream, keys: list[str]) -> dict[str, int]:
    """The position of the partition that each key has come to."""
    pairs = [(b"%d" % number, key) for number, key in enumerate(keys)]
    write(rows("value binary, routing_key string", *pairs), target)
    positions = target.stream_names
    found = {keys[int(m.body)]: positions.index(m.stream) for m in target.messages()}
    assert len(found) == len(keys)
    return found


def test_keys_land_where_the_tests_of_the_java_go_and_net_clients_say(
    rows: Rows, superstream: SuperStream, write: Write
) -> None:
    assert written(rows, write, superstream, KEYS) == OF_THREE


def test_twenty_keys_spread_as_in_the_tests_of_the_go_and_net_clients(
    rows: Rows, superstream: SuperStream, write: Write
) -> None:
    written(rows, write, superstream, [f"hello{number}" for number in range(20)])
    assert [len(partition.values()) for partition in superstream.partitions] == [9, 7, 4]


@pytest.mark.parametrize("partitions", [1, 3, 7])
def test_awkward_keys_land_where_the_hash_says_and_where_the_java_client_sends_them(
    rows: Rows, broker: Broker, write: Write, partitions: int
) -> None:
    expected = {key: mmh3.hash(key, SEED, signed=False) % partitions for key in AWKWARD}
    with broker.superstream(partitions=partitions) as superstream:
        assert written(rows, write, superstream, list(AWKWARD)) == expected
        superstream.publish(*((key, f"client's {n}") for n, key in enumerate(AWKWARD)))
        positions = superstream.stream_names
        by_client = {
            AWKWARD[int(message.body.split()[1])]: positions.index(message.stream)
            for message in superstream.messages()
            if message.body.startswith(b"client's ")
        }
    assert by_client == expected


class Partitions(Metadata):
    async def partitions(self) -> list[str]:
        return ["0", "1", "2"]

    async def routes(self, routing_key: str) -> list[str]:
        raise AssertionError("a hash asks for no route")


def test_the_python_client_rstream_hashes_in_another_way() -> None:
    """What the guide says of it is true as long as this holds."""

    async def key_of(message: AMQPMessage) -> str:
        return str(message.body.decode())

    async def routed() -> dict[str, int]:
        strategy = HashRoutingMurmurStrategy(key_of)
        messages = {key: AMQPMessage(body=key.encode()) for key in OF_THREE}
        routes = {key: await strategy.route(m, Partitions()) for key, m in messages.items()}
        return {key: int(route) for key, (route,) in routes.items()}

    differing = [key for key, found in asyncio.run(routed()).items() if found != OF_THREE[key]]
    assert differing == [f"hello{number}" for number in (3, 5, 6, 7, 8, 9, 10, 88)]
