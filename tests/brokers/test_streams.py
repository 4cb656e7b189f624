"""Streams as tests make them, and the clients that have nothing to do with the connector."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support import rstream_client
from support.wait import wait_until

if TYPE_CHECKING:
    from support.container import ContainerBroker
    from support.streams import Stream, SuperStream


def test_values_are_read_back_with_their_offsets(stream: Stream) -> None:
    stream.publish("a", b"\x00\xff", "")
    assert [(message.offset, message.body) for message in stream.messages()] == [
        (0, b"a"),
        (1, b"\x00\xff"),
        (2, b""),
    ]


def test_an_empty_stream_has_no_messages(stream: Stream) -> None:
    assert stream.messages() == []


def test_an_offset_that_is_stored_is_not_a_message(stream: Stream) -> None:
    stream.publish("a")
    environment = stream.broker.client.environment
    consumer = environment.consumerBuilder().stream(stream.name).name("reader")
    consumer = consumer.manualTrackingStrategy().builder()
    consumer = consumer.messageHandler(lambda _context, _message: None).build()
    consumer.store(0)
    wait_until(lambda: consumer.storedOffset() == 0, 10, "a stored offset")
    consumer.close()
    assert stream.values() == [b"a"]
    assert stream.broker.client.last_offset(stream.name) == 0


def test_many_messages_are_published_within_seconds(stream: Stream) -> None:
    stream.publish(*(f"value {number}" for number in range(100_000)))
    messages = stream.messages()
    assert len(messages) == 100_000
    assert messages[-1].body == b"value 99999"


def test_both_independent_clients_read_what_the_other_wrote(stream: Stream) -> None:
    stream.publish("from java")
    rstream_client.publish(stream.broker.access, stream.name, [b"from python"])
    assert stream.values() == [b"from java", b"from python"]
    read = rstream_client.read(stream.broker.access, stream.name, 2)
    assert read == [(0, b"from java"), (1, b"from python")]


def test_a_stream_with_a_limit_forgets_its_first_messages(own: ContainerBroker) -> None:
    with own.stream(max_bytes=200_000, segment_bytes=50_000) as stream:
        client = own.client

        def truncated() -> bool:
            stream.publish(*["x" * 1000] * 500)
            return client.first_offset(stream.name) > 0

        wait_until(truncated, 30, "a first offset above 0")
        messages = stream.messages()
        assert messages[0].offset > 0


def test_a_superstream_spreads_by_the_hash_of_the_key(superstream: SuperStream) -> None:
    names = [f"{superstream.name}-{number}" for number in range(3)]
    assert [stream.name for stream in superstream.partitions] == names
    superstream.publish(*((f"key {number % 10}", f"value {number}") for number in range(100)))
    messages = superstream.messages()
    assert len(messages) == 100
    homes: dict[object, set[str]] = {}
    for message in messages:
        homes.setdefault(message.application_properties["routing_key"], set()).add(message.stream)
    assert len(homes) == 10
    assert all(len(streams) == 1 for streams in homes.values())
    assert {message.stream for message in messages} == set(names)


def test_a_superstream_has_a_partition_for_each_binding_key(own: ContainerBroker) -> None:
    with own.superstream(binding_keys=["eu", "us"]) as superstream:
        names = [stream.name for stream in superstream.partitions]
        assert names == [f"{superstream.name}-eu", f"{superstream.name}-us"]


def test_options_lead_through_the_proxy(own: ContainerBroker) -> None:
    assert own.proxy
    with own.stream() as stream:
        assert stream.options == {
            "endpoints": str(own.proxy.address),
            "username": "guest",
            "password": "guest",
            "stream": stream.name,
        }
