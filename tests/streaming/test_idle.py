"""A trigger without news asks the broker how much there is, and subscribes to nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.queries import PATIENCE, check
from support.tap import PARTITIONS, SUBSCRIBE
from support.wait import wait_until

if TYPE_CHECKING:
    from pyspark.sql.streaming.query import StreamingQuery

    from streaming.conftest import Queries
    from support.proxy import Proxy
    from support.streams import SuperStream


def await_triggers(proxy: Proxy, running: StreamingQuery, count: int) -> None:
    """Each trigger looks up the partitions once; one more look proves that the last is over."""
    until = proxy.frames[PARTITIONS] + count + 1

    def have_been() -> bool:
        check(running)
        return proxy.frames[PARTITIONS] >= until

    wait_until(have_been, PATIENCE, f"{count} triggers")


def test_nothing_is_subscribed_to_without_news(
    far_superstream: SuperStream, proxy: Proxy, query_of: Queries
) -> None:
    first, second, _ = far_superstream.partitions
    first.publish("a", "b")
    second.publish("c")
    query = query_of(far_superstream, consumerName="idle")
    with query.running(processingTime="50 milliseconds") as running:
        query.wait_for(running, 3)
        # What is stored takes an offset, and is looked at once.
        wait_until(lambda: first.stored_offset("idle") == 1, 30, "a stored offset of the first")
        wait_until(lambda: second.stored_offset("idle") == 0, 30, "a stored offset of the second")
        await_triggers(proxy, running, 1)
        before = proxy.frames[SUBSCRIBE]
        await_triggers(proxy, running, 10)
        assert proxy.frames[SUBSCRIBE] == before
        first.publish("d")
        query.wait_for(running, 4)
        # Once to see where the end is, and once to read.
        assert proxy.frames[SUBSCRIBE] >= before + 2
    assert sorted(query.values) == [b"a", b"b", b"c", b"d"]


def test_what_is_empty_is_never_subscribed_to(
    far_superstream: SuperStream, proxy: Proxy, query_of: Queries
) -> None:
    before = proxy.frames[SUBSCRIBE]
    query = query_of(far_superstream)
    with query.running(processingTime="50 milliseconds") as running:
        await_triggers(proxy, running, 10)
        assert proxy.frames[SUBSCRIBE] == before
        far_superstream.partitions[2].publish("a")
        query.wait_for(running, 1)
        assert proxy.frames[SUBSCRIBE] >= before + 2
    assert query.values == [b"a"]
