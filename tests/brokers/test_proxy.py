"""What the proxy does to the network between a client and the broker."""

from __future__ import annotations

import socket
import time
from typing import TYPE_CHECKING

import pytest

from support import handshake, rstream_client
from support.address import Address
from support.proxy import Proxy
from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.container import ContainerBroker


def test_clients_are_sent_through_the_proxy(disturbed: ContainerBroker) -> None:
    proxy = disturbed.proxy
    assert proxy
    with disturbed.stream() as stream:
        stream.publish("a")
        before = proxy.accepted
        assert rstream_client.read(disturbed.access, stream.name, 1) == [(0, b"a")]
        assert proxy.accepted >= before + 2  # The locator, and where the broker pointed it.


def test_latency_delays_each_direction(disturbed: ContainerBroker) -> None:
    proxy, access = disturbed.proxy, disturbed.access
    assert proxy
    proxy.delay(0.1)
    # Three questions, three answers.
    assert seconds(disturbed) >= 0.6
    assert handshake.answers(access.address, "guest", "guest")


def test_a_stalled_broker_is_connected_but_silent(disturbed: ContainerBroker) -> None:
    proxy, access = disturbed.proxy, disturbed.access
    assert proxy
    proxy.stall()
    with pytest.raises(TimeoutError):
        handshake.version(access.address, "guest", "guest", timeout=0.3)
    proxy.flow()
    assert handshake.answers(access.address, "guest", "guest")


def test_refused_clients_find_nobody_listening(disturbed: ContainerBroker) -> None:
    assert disturbed.proxy
    disturbed.proxy.refuse()
    with pytest.raises(ConnectionRefusedError):
        handshake.version(disturbed.access.address, "guest", "guest")
    disturbed.proxy.accept()
    assert handshake.answers(disturbed.access.address, "guest", "guest")


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(10)
        yield listener


@pytest.fixture
def proxy(listener: socket.socket) -> Iterator[Proxy]:
    proxy = Proxy()
    proxy.target = Address(*listener.getsockname())
    yield proxy
    proxy.close()


def test_a_cut_breaks_one_connection_or_all(proxy: Proxy, listener: socket.socket) -> None:
    with pair(proxy, listener) as (one, far_one), pair(proxy, listener) as (two, far_two):
        proxy.links[0].cut()
        assert broken(one)
        assert broken(far_one)
        two.sendall(b"still here")
        assert far_two.recv(100) == b"still here"
        proxy.cut()
        assert broken(two)
        assert broken(far_two)
    wait_until(lambda: not proxy.links, 5, "no link")


def test_one_connection_stalls_while_another_flows(proxy: Proxy, listener: socket.socket) -> None:
    with pair(proxy, listener) as (one, far_one), pair(proxy, listener) as (two, far_two):
        proxy.links[0].stall()
        one.sendall(b"one")
        two.sendall(b"two")
        assert far_two.recv(100) == b"two"
        far_one.settimeout(0.1)
        with pytest.raises(TimeoutError):
            far_one.recv(100)
        proxy.links[0].flow()
        far_one.settimeout(10)
        assert far_one.recv(100) == b"one"


def test_a_throttled_connection_takes_its_time(proxy: Proxy, listener: socket.socket) -> None:
    with pair(proxy, listener) as (near, far):
        proxy.throttle(1_000_000)
        began = time.monotonic()
        near.sendall(b"x" * 500_000)
        received = 0
        while received < 500_000:
            received += len(far.recv(65_536))
        assert 0.4 < time.monotonic() - began < 3
        assert proxy.links[0].from_client == 500_000


def test_latency_does_not_lower_the_throughput(proxy: Proxy, listener: socket.socket) -> None:
    with pair(proxy, listener) as (near, far):
        proxy.delay(0.2)
        began = time.monotonic()
        near.sendall(b"x" * 1_000_000)
        received = 0
        while received < 1_000_000:
            received += len(far.recv(65_536))
        assert 0.2 <= time.monotonic() - began < 1.5


def test_the_end_of_one_side_reaches_the_other(proxy: Proxy, listener: socket.socket) -> None:
    with pair(proxy, listener) as (near, far):
        near.sendall(b"last words")
        near.shutdown(socket.SHUT_WR)
        assert far.recv(100) == b"last words"
        assert far.recv(100) == b""


class pair:  # noqa: N801 - reads as a function
    """Both ends of a connection through the proxy."""

    def __init__(self, proxy: Proxy, listener: socket.socket) -> None:
        links = len(proxy.links)
        self.near = socket.create_connection(proxy.address, 10)
        self.far, _ = listener.accept()
        self.far.settimeout(10)
        wait_until(lambda: len(proxy.links) > links, 5, "a link")

    def __enter__(self) -> tuple[socket.socket, socket.socket]:
        return self.near, self.far

    def __exit__(self, *_: object) -> None:
        self.near.close()
        self.far.close()


def broken(end: socket.socket) -> bool:
    try:
        return end.recv(1) == b""
    except ConnectionError:
        return True


def seconds(broker: ContainerBroker) -> float:
    began = time.monotonic()
    assert handshake.answers(broker.access.address, "guest", "guest")
    return time.monotonic() - began
