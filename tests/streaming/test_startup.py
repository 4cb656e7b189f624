"""A query that cannot begin ends before its first batch, says why, and leaves no offsets behind."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from support.address import LOOPBACK, free_port
from support.broker import unique
from support.queries import failure

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from streaming.conftest import Queries
    from support.queries import Query
    from support.streams import Stream

SECRET = "hidden-Treasure-17"

Both = tuple["Query", "Query"]


@pytest.fixture
def both(stream: Stream, query_of: Queries, tmp_path: Path) -> Callable[..., Both]:
    """A query without a name and one with a name, of a stream of three messages."""
    stream.publish("a", "b", "c")

    def make(**options: object) -> Both:
        unnamed = query_of(stream, **options)
        named = query_of(stream, consumerName="reader", **options)
        named.checkpoint = tmp_path / "named"
        return unnamed, named

    return make


def ends_with(code: str, words: str, queries: Both) -> None:
    """Both end so, without a batch, and nothing but the options is in their way."""
    with ThreadPoolExecutor() as threads:
        messages = [*threads.map(failure, queries)]
    for query, message in zip(queries, messages, strict=True):
        assert f"[RABBITMQ_STREAMS.{code}] " in message
        assert words in message
        assert SECRET not in message
        assert query.batches == {}
        assert [*query.checkpoint.glob("offsets/[0-9]*")] == []


def begin(queries: Both, expected: list[bytes], **mended: str) -> None:
    for query in queries:
        query.options |= mended
        query.run_available()
        assert query.values == expected


def test_a_user_who_may_not_read(stream: Stream, both: Callable[..., Both]) -> None:
    login = {"username": stream.broker.access.username, "password": stream.broker.access.password}
    user = stream.broker.add_user(unique("user"), SECRET, read="")
    queries = both(username=user.username, password=SECRET)
    words = f"The user may not read the stream '{stream.name}'"
    ends_with("ACCESS_REFUSED", words, queries)
    begin(queries, [b"a", b"b", b"c"], **login)


def test_a_wrong_password(stream: Stream, both: Callable[..., Both]) -> None:
    access = stream.broker.access
    queries = both(password=SECRET)
    words = f"The broker at {access.address} refused the login of the user '{access.username}'"
    ends_with("LOGIN_REFUSED", words, queries)
    begin(queries, [b"a", b"b", b"c"], password=access.password)


def test_a_port_where_nobody_listens(stream: Stream, both: Callable[..., Both]) -> None:
    endpoint = f"{LOOPBACK}:{free_port()}"
    queries = both(endpoints=endpoint)
    words = f"No RabbitMQ stream listener answered at {endpoint}"
    ends_with("BROKER_UNREACHABLE", words, queries)
    begin(queries, [b"a", b"b", b"c"], endpoints=stream.broker.endpoint)


def test_an_offset_beyond_the_end(stream: Stream, both: Callable[..., Both]) -> None:
    queries = both(startingOffsets="offset", startingOffset=4)
    words = (
        f"the query would begin at offset 4 of the stream '{stream.name}', which ends before"
        " offset 3"
    )
    ends_with("INVALID_OPTIONS", words, queries)
    begin(queries, [b"b", b"c"], startingOffset="1")
