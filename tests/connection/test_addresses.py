"""Brokers are found although the address that they advertise leads nowhere from here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.address import LOOPBACK
from support.proxy import Proxy
from support.reading import read, refusal, write

from .conftest import UNREACHABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession

    from support.container import ContainerBroker
    from support.streams import Stream

BOTH = [b"first", b"second"]


@pytest.fixture
def balancer(encrypted: ContainerBroker) -> Iterator[Proxy]:
    with Proxy() as balancer:
        balancer.target = encrypted.published
        yield balancer


def two_names(port: int) -> str:
    """Of more than one endpoint none is taken for a forwarded port."""
    return f"{LOOPBACK}:{port},localhost:{port}"


def test_an_advertised_host_that_does_not_answer_is_named(
    spark: SparkSession, orders: Stream, encrypted: ContainerBroker
) -> None:
    options = {**orders.options, "endpoints": two_names(encrypted.published.port)}
    message = refusal(spark, options)
    assert message.startswith(
        "[RABBITMQ_STREAMS.ADVERTISED_HOST_UNREACHABLE] The broker that advertises itself as"
        f" {UNREACHABLE} does not answer there ("
    )
    assert message.endswith(
        "). If it is down, try again later. If it cannot be reached by that name from here, let it"
        " advertise another (stream.advertised_host and stream.advertised_port in rabbitmq.conf),"
        f" or use the option addressMap, as in '{UNREACHABLE}=host:port', or loadBalancer."
    )


def test_one_port_of_this_machine_is_taken_for_a_forwarded_one(
    spark: SparkSession, orders: Stream
) -> None:
    assert orders.options["endpoints"].startswith(LOOPBACK)
    assert read(spark, orders.options) == BOTH


def test_every_connection_goes_through_a_load_balancer(
    spark: SparkSession, orders: Stream, balancer: Proxy
) -> None:
    options = {
        **orders.options,
        "endpoints": two_names(balancer.address.port),
        "loadBalancer": "true",
    }
    assert read(spark, options) == BOTH
    write(spark, options, "third")
    assert orders.values() == [*BOTH, b"third"]
    # To look up, to read and to write.
    assert balancer.accepted >= 3


def test_an_address_map_tells_where_a_broker_can_be_reached(
    spark: SparkSession, orders: Stream, balancer: Proxy
) -> None:
    reachable = f"{UNREACHABLE}={balancer.address}"
    for endpoint in (str(balancer.address), str(UNREACHABLE)):
        options = {**orders.options, "endpoints": endpoint, "addressMap": reachable}
        assert read(spark, options) == BOTH
