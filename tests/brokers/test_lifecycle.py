"""What may be done to a broker of our own, and what survives it."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from support import engine, handshake
from support.broker import NotOurs
from support.brokers import Brokers
from support.container import ContainerBroker, Specification
from support.wait import wait_until

if TYPE_CHECKING:
    from support.broker import Broker


def test_the_version_that_was_asked_for_runs(own: ContainerBroker) -> None:
    assert own.version.startswith("4.3.")


def test_ports_are_published_on_the_loopback_address_only(own: ContainerBroker) -> None:
    own.container.reload()
    published = own.container.attrs["NetworkSettings"]["Ports"]
    bindings = [binding for bound in published.values() for binding in bound or []]
    assert len(bindings) == 2
    assert {binding["HostIp"] for binding in bindings} == {"127.0.0.1"}


def test_a_broker_sends_without_the_pauses_that_the_machine_may_prefer(
    own: ContainerBroker,
) -> None:
    assert own.execute("cat", "/proc/sys/net/ipv4/tcp_congestion_control").strip() == "reno"


def test_a_restart_keeps_the_address_and_the_messages(own: ContainerBroker) -> None:
    with own.stream() as stream:
        stream.publish("a", "b")
        uri = own.uri
        own.restart()
        stream.publish("c")
        assert stream.values() == [b"a", b"b", b"c"]
        assert own.uri == uri


def test_confirmed_messages_survive_a_kill(own: ContainerBroker) -> None:
    with own.stream() as stream:
        stream.publish(*(f"value {number}" for number in range(1000)))
        own.kill()
        assert not own.running
        own.start()
        assert stream.values() == [f"value {number}".encode() for number in range(1000)]


def test_a_paused_broker_answers_nobody_until_it_resumes(own: ContainerBroker) -> None:
    to = own.direct
    own.pause()
    try:
        with pytest.raises(TimeoutError):
            handshake.version(to.address, to.username, to.password, timeout=0.5)
    finally:
        own.resume()
    wait_until(lambda: handshake.answers(to.address, "guest", "guest"), 30, "an answer")


def test_commands_run_beside_the_broker(own: ContainerBroker) -> None:
    assert "rabbitmq_stream" in own.execute("rabbitmq-plugins", "list", "--enabled", "--minimal")
    with own.stream() as stream:
        stream.publish("a")
        status = own.rabbitmq_streams("stream_status", stream.name, "--formatter=json")
        assert '"role":"writer"' in status


def test_a_user_has_the_permissions_that_were_given(own: ContainerBroker) -> None:
    reader = own.add_user("reader", "let me in", write="^$", configure="^$")
    client = own.client_as(reader)
    with own.stream() as stream:
        stream.publish("a")
        try:
            assert [message.body for message in client.messages(stream.name)] == [b"a"]
            with pytest.raises(Exception, match="ACCESS_REFUSED"):
                client.publish(stream.name, ["b"])
        finally:
            client.close()


def test_publishers_and_consumers_are_counted_on_the_broker(own: ContainerBroker) -> None:
    with own.stream() as stream:
        assert (own.publishers(stream.name), own.consumers(stream.name)) == (0, 0)
        environment = own.client.environment
        producer = environment.producerBuilder().stream(stream.name).build()
        consumer = environment.consumerBuilder().stream(stream.name)
        consumer = consumer.messageHandler(lambda _context, _message: None).build()
        assert (own.publishers(stream.name), own.consumers(stream.name)) == (1, 1)
        assert "guest" in {connection["user"] for connection in own.connections()}
        producer.close()
        consumer.close()
        assert (own.publishers(stream.name), own.consumers(stream.name)) == (0, 0)


def test_a_closed_broker_leaves_no_container(brokers: Brokers) -> None:
    with brokers.start("3.10") as broker:
        name = broker.name
        assert broker.version.startswith("3.10.")
        with broker.stream() as stream:
            assert stream.publish("a") == 1
    assert name not in containers()


def test_what_a_dead_owner_left_behind_is_removed(brokers: Brokers, own: ContainerBroker) -> None:
    dead = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"],
        capture_output=True,
        text=True,
        check=True,
    )
    owner = f"{os.uname().nodename}:{dead.stdout.strip()}"
    left = ContainerBroker.create(
        Specification(brokers.image("4.3"), f"{own.name}-left", owner=owner)
    )
    left.container.client.close()
    with Brokers() as others:
        others.image("4.3")
    assert left.name not in containers()
    assert own.name in containers()


def test_a_broker_that_is_not_ours_is_used_but_not_touched(
    own: ContainerBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RABBITMQ_STREAM_URI", own.uri)
    with Brokers() as brokers:
        named: Broker = brokers.shared()
        with named.stream() as stream:
            stream.publish("a")
            assert stream.values() == [b"a"]
        with pytest.raises(NotOurs, match="we may not restart it"):
            named.restart()
        with pytest.raises(NotOurs, match="a broker of its own"):
            brokers.start()
    assert own.running


def containers() -> set[str]:
    client = engine.connect()
    assert client
    try:
        return {str(container.name) for container in client.containers.list(all=True)}
    finally:
        client.close()
