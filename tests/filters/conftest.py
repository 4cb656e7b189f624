"""Streams whose chunks each hold one message, behind a proxy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

import pytest

from support.disturbing import FLOWS_WITHIN, flows, meanwhile
from support.overhearing import Ear
from support.wait import wait_until

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterator

    from pyspark.sql import DataFrame, SparkSession

    from support.container import ContainerBroker
    from support.proxy import Proxy
    from support.streams import Stream

Found = TypeVar("Found")

STALL = 8.0
# What only a subscription with a filter says. The client says no more before it is answered.
A_FILTER = b"filter.0"


class Read(Protocol):
    def __call__(self, source: Stream, filter_values: str, **options: str) -> DataFrame: ...


@pytest.fixture
def read(spark: SparkSession) -> Read:
    """A read for which the broker filters."""

    def read(source: Stream, filter_values: str, **options: str) -> DataFrame:
        reader = spark.read.format("rabbitmq_streams").options(**source.options)
        return reader.options(filterValues=filter_values, **options).load()

    return read


@pytest.fixture(scope="package")
def sales(far_broker: ContainerBroker) -> Iterator[Stream]:
    """A thousand chunks of one message: emea, apac, amer and without a filter value, in turns."""
    with far_broker.stream() as stream:
        far_broker.client.publish_filtered(stream.name, ["emea", "apac", "amer", None] * 250)
        yield stream


@pytest.fixture(scope="package")
def haystack(far_broker: ContainerBroker) -> Iterator[Stream]:
    """Ten thousand chunks of one message; the one at offset 7,321 is the needle."""
    with far_broker.stream() as stream:
        chunks = ["hay"] * 10_000
        chunks[7_321] = "needle"
        far_broker.client.publish_filtered(stream.name, chunks)
        yield stream


class Weather:
    """What the way to the broker does to a read."""

    def __init__(self, proxy: Proxy, kind: str) -> None:
        self.proxy = proxy
        self.kind = kind

    def during(self, work: Callable[[], Found], *, stall_after: int = 0) -> Found:
        """What the work gives.

        A stall begins when a task whose subscription has a filter waits for what comes of it, and
        so many bytes more have gone over the proxy.
        """
        if self.kind == "near":
            return work()
        # The proof that all has come takes two more answers; a stall begins far sooner.
        self.proxy.delay(0.3 if self.kind == "far" else 0.1)
        if self.kind == "far":
            return work()
        with Ear(self.proxy, A_FILTER) as ear:
            return meanwhile(work, lambda done: self._stall(done, ear, stall_after))

    def _stall(self, done: threading.Event, ear: Ear, after: int) -> None:
        def has_subscribed() -> bool:
            return ear.heard.is_set() or done.is_set()

        wait_until(has_subscribed, FLOWS_WITHIN, "a subscription with a filter", every=0.002)
        flows(self.proxy, done, after)
        self.proxy.stall()
        ended = done.wait(STALL)
        self.proxy.flow()
        assert not ended, "The read ended before or during the stall"


@pytest.fixture(params=["near", "far", "stalled"])
def weather(proxy: Proxy, request: pytest.FixtureRequest) -> Weather:
    return Weather(proxy, request.param)
