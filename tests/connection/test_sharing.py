"""Connections that several use outlive each of them, and end with the last."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.broker import unique
from support.queries import Query
from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pyspark.sql import SparkSession

    from support.proxy import Link, Proxy
    from support.streams import Stream


@pytest.fixture
def opened(proxy: Proxy) -> Callable[[], list[Link]]:
    """The connections that are open now and were not when the test began, oldest first."""
    before = list(proxy.links)
    return lambda: [link for link in proxy.links if link not in before]


def test_a_query_that_is_stopped_leaves_connections_to_the_others(
    spark: SparkSession,
    far_stream: Stream,
    proxy: Proxy,
    opened: Callable[[], list[Link]],
    tmp_path: Path,
) -> None:
    """Spark interrupts it, mostly while it asks the broker something."""
    options = {
        **far_stream.options,
        "startingOffsets": "earliest",
        "serverSideOffsetTracking": "false",
        "environmentId": unique("shared"),
    }
    far_stream.publish("a")
    staying = Query(spark, options, tmp_path / "staying")
    with staying.running() as running:
        staying.wait_for(running, 1)
        proxy.delay(0.05)
        shared = opened()
        for number in range(3):
            leaving = Query(spark, options, tmp_path / f"leaving-{number}")
            with leaving.running() as another:
                leaving.wait_for(another, 1)
        far_stream.publish("b")
        staying.wait_for(running, 2)
        assert opened()[: len(shared)] == shared


def test_a_connection_that_does_not_answer_keeps_no_other_one_open(
    spark: SparkSession, far_stream: Stream, opened: Callable[[], list[Link]]
) -> None:
    far_stream.publish("a")
    options = {
        **far_stream.options,
        "environmentId": unique("closing"),
        "environmentIdleTimeoutMs": "3000",
        "rpcTimeoutMs": "1000",
    }
    assert spark.read.format("rabbitmq_streams").options(**options).load().count() == 1
    locator, *others = opened()
    assert len(others) >= 2
    locator.stall()
    wait_until(lambda: opened() == [locator], 60, "an end of all other connections")
    # What it was told of the end is held back with all else.
    locator.flow()
    wait_until(lambda: opened() == [], 60, "an end of the silent one, too")
