"""RabbitMQ's own Java client, through JPype: publishes and inspects without the connector."""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import jpype

from support.address import Access, Address
from support.jvm import java, queueing
from support.message import body, keyed, received, routing_key
from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from support.message import Build, Message

CLIENT = "com.rabbitmq.stream"
CONFIRMED_WITHIN = 60.0
READ_WITHIN = 60.0


class BareClient:
    """A client of one broker or cluster, around any proxy.

    `routes` says for the addresses that brokers advertise where they are to be reached instead.
    """

    def __init__(self, uri: str, routes: Mapping[Address, Address] | None = None) -> None:
        self.uri = uri
        self._routes = dict(routes or {})

    @cached_property
    def environment(self) -> Any:
        """The `com.rabbitmq.stream.Environment`, for what has no method here."""
        return self._open()

    def _open(self, codec: Any = None) -> Any:
        resolve = java(f"{CLIENT}.AddressResolver") @ self._resolve
        builder = java(f"{CLIENT}.Environment").builder()
        builder.netty().eventLoopGroup(_event_loops()).environmentBuilder()
        return builder.uri(self.uri).addressResolver(resolve).codec(codec).build()

    def _resolve(self, advertised: Any) -> Any:
        address = Address(str(advertised.host()), int(advertised.port()))
        route = self._routes.get(address, address)
        return java(f"{CLIENT}.Address")(route.host, route.port)

    def create_stream(
        self,
        name: str,
        *,
        max_age: float | None = None,
        max_bytes: int | None = None,
        segment_bytes: int | None = None,
    ) -> None:
        creator = self.environment.streamCreator().name(name)
        _limit(creator, max_age, max_bytes, segment_bytes).create()

    def create_with(self, name: str, arguments: Mapping[str, str]) -> None:
        """A plain stream with these arguments of the protocol, and no others."""
        given = java("java.util.HashMap")()
        for argument, value in arguments.items():
            given.put(argument, value)
        with self._connection() as connection:
            response = connection.create(name, given)
            assert response.isOk(), response.getResponseCode()

    def create_superstream(
        self,
        name: str,
        *,
        partitions: int = 3,
        binding_keys: list[str] | None = None,
        max_bytes: int | None = None,
        segment_bytes: int | None = None,
    ) -> None:
        creator = _limit(self.environment.streamCreator(), None, max_bytes, segment_bytes)
        topology = creator.name(name).superStream()
        if binding_keys:
            topology.bindingKeys(*binding_keys)
        else:
            topology.partitions(partitions)
        topology.creator().create()

    def delete_stream(self, name: str) -> None:
        self.environment.deleteStream(name)

    def delete_superstream(self, name: str) -> None:
        self.environment.deleteSuperStream(name)

    def exists(self, stream: str) -> bool:
        return bool(self.environment.streamExists(stream))

    def stored_offset(self, name: str, stream: str) -> int | None:
        """The last offset that a consumer of this name has stored, if it has stored any."""
        with self._connection() as connection:
            answer = connection.queryOffset(name, stream)
            return int(answer.getOffset()) if answer.isOk() else None

    def publish(
        self,
        stream: str,
        values: Iterable[bytes | str],
        *,
        sub_entry: int = 1,
        compression: str | None = None,
    ) -> int:
        """Publishes and waits for all confirms; the number of messages.

        With a sub-entry size above 1, so many messages travel and are kept as one batch.
        """
        builder = self.environment.producerBuilder().stream(stream).subEntrySize(sub_entry)
        if compression:
            builder.compression(java(f"{CLIENT}.compression.Compression").valueOf(compression))
        return self._send(builder, (body(value) for value in values))

    def publish_built(self, stream: str, *builds: Build) -> int:
        """Publishes messages that the callers make of the client's own message builder."""
        return self._send(self.environment.producerBuilder().stream(stream), builds)

    def publish_raw(self, stream: str, messages: Iterable[bytes]) -> int:
        """Publishes bytes as they are, AMQP 1.0 or not."""
        builds = [body(message) for message in messages]
        return self.publish_encoded(stream, java(f"{CLIENT}.codec.SimpleCodec")(), *builds)

    def publish_encoded(self, stream: str, codec: Any, *builds: Build) -> int:
        """Publishes what the callers make of the message builder of another of its codecs."""
        environment = self._open(codec)
        try:
            return self._send(environment.producerBuilder().stream(stream), builds)
        finally:
            environment.close()

    def publish_named(self, stream: str, name: str, values: Iterable[tuple[int, bytes]]) -> int:
        """Publishes pairs of publishing id and value under the name of a producer."""

        def numbered(number: int, value: bytes) -> Build:
            add_body = body(value)
            return lambda message: add_body(message.publishingId(number))

        builder = self.environment.producerBuilder().stream(stream).name(name)
        return self._send(builder, (numbered(*pair) for pair in values))

    def last_publishing_id(self, stream: str, name: str) -> int:
        """What the stream remembers of a producer; 0 if nothing."""
        with self._connection() as connection:
            return int(connection.queryPublisherSequence(name, stream))

    def store_offset(self, stream: str, name: str, offset: int) -> None:
        """Stores it, which takes an offset of the stream, and waits until the broker has it."""
        self.environment.storeOffset(name, stream, offset)

    def tail(self, stream: str) -> dict[str, int]:
        """All that the broker counts of a stream, its own entries included."""
        with self._connection() as connection:
            info = connection.streamStats(stream).getInfo()
            return {str(name): int(info[name]) for name in info}

    def publish_routed(self, superstream: str, values: Iterable[tuple[str, bytes | str]]) -> int:
        """Publishes pairs of routing key and value, by the hash of the key.

        The key is kept as the application property `routing_key` too.
        """
        route = java("java.util.function.Function") @ routing_key
        routing = self.environment.producerBuilder().superStream(superstream).routing(route)
        return self._send(routing.producerBuilder(), (keyed(*pair) for pair in values))

    def _send(self, builder: Any, builds: Iterable[Build]) -> int:
        answers = java("java.util.concurrent.ConcurrentLinkedQueue")()
        done = queueing(f"{CLIENT}.ConfirmationHandler", answers, 1)
        sent = 0
        producer = builder.build()
        try:
            for build in builds:
                producer.send(build(producer.messageBuilder()).build(), done)
                sent += 1
            wait_until(lambda: answers.size() == sent, CONFIRMED_WITHIN, f"{sent} confirms")
        finally:
            producer.close()
        refused = [status.getCode() for (status,) in answers if not status.isConfirmed()]
        if refused:
            raise RuntimeError(f"{len(refused)} of {sent} messages refused, code {refused[0]}")
        return sent

    def publish_filtered(
        self, stream: str, filter_values: Iterable[str | None], *, unconfirmed: int = 1
    ) -> None:
        """Publishes a message for each filter value, which is its subject and its body, too.

        None is no filter value, no subject and no bytes. If only one is unconfirmed at a time, each
        lands in a chunk of its own.
        """
        values = jpype.JArray(java("java.lang.String"))(list(filter_values))
        writer = java("org.sparkrabbit.testkit.FilteredWriter")
        writer.write(self.environment, stream, values, unconfirmed)

    def messages(self, stream: str) -> list[Message]:
        """All messages that the stream holds now."""
        last = self.last_offset(stream)
        if last is None:
            return []
        found: list[Message] = []
        with self._subscribed(stream, "first") as delivered:

            def complete() -> bool:
                while (delivery := delivered.poll()) is not None:
                    found.append(received(stream, *delivery))
                return bool(found) and found[-1].offset >= last

            wait_until(complete, READ_WITHIN, f"message {last} of {stream}", every=0.01)
        return [message for message in found if message.offset <= last]

    def filtered(self, stream: str, value: str) -> list[Message]:
        """The messages of the chunks that may hold the filter value, by the broker's filter alone.

        A message with the value, published behind them, proves the end.
        """
        everything = java("java.util.function.Predicate") @ (lambda _: True)
        builder = self.environment.producerBuilder().stream(stream)
        mark = java("java.util.function.Function") @ (lambda _: value)
        last = self.last_offset(stream)
        self._send(builder.filterValue(mark), [body(b"the end")])
        found: list[Message] = []
        with self._subscribed(
            stream, "first", configure=lambda b: b.filter().values(value).postFilter(everything)
        ) as delivered:

            def complete() -> bool:
                while (delivery := delivered.poll()) is not None:
                    found.append(received(stream, *delivery))
                return bool(found) and found[-1].offset == (0 if last is None else last + 1)

            wait_until(complete, READ_WITHIN, f"the end of {stream} through a filter", every=0.01)
        return found[:-1]

    def last_offset(self, stream: str) -> int | None:
        """The offset of the last message, or None where there is none.

        The broker's statistics cannot tell: they count its own entries as well.
        """
        no_offset = java(f"{CLIENT}.NoOffsetException")
        try:
            self.environment.queryStreamStats(stream).committedChunkId()
        except no_offset:
            return None
        chunks: list[int] = []
        with self._subscribed(stream, "last", chunks):
            wait_until(lambda: chunks, READ_WITHIN, f"a last chunk of {stream}", every=0.01)
        return chunks[0]

    def first_offset(self, stream: str) -> int:
        """The first offset that the broker still has."""
        return int(self.environment.queryStreamStats(stream).firstOffset())

    @contextmanager
    def _subscribed(
        self,
        stream: str,
        start: str,
        chunks: list[int] | None = None,
        configure: Callable[[Any], object] = lambda _: None,
    ) -> Iterator[Any]:
        """A Java queue of deliveries; `chunks` is told the last offset of each chunk."""
        delivered = java("java.util.concurrent.ConcurrentLinkedQueue")()
        specification = getattr(java(f"{CLIENT}.OffsetSpecification"), start)()
        builder = self.environment.consumerBuilder().stream(stream).offset(specification)
        handler = queueing(f"{CLIENT}.MessageHandler", delivered, 2)
        if chunks is not None:
            builder.flow().strategy(_chunk_watcher(chunks)).builder()
        configure(builder)
        consumer = builder.messageHandler(handler).build()
        try:
            yield delivered
        finally:
            consumer.close()

    def partitions(self, superstream: str) -> list[str]:
        """The streams of a super stream, in the broker's order."""
        with self._connection() as connection:
            # The broker names a partition once for each key that it is bound with.
            return list(dict.fromkeys(str(name) for name in connection.partitions(superstream)))

    def leader(self, stream: str) -> Address | None:
        """The address that the stream's leader advertises; None while there is no leader."""
        leader = self._metadata(stream).getLeader()
        return None if leader is None else _advertised(leader)

    def replicas(self, stream: str) -> list[Address]:
        """The addresses that the stream's other members advertise."""
        return [_advertised(broker) for broker in self._metadata(stream).getReplicas()]

    def unserved(self, streams: Iterable[str]) -> list[str]:
        """Those of the streams that exist and cannot be read now.

        A broker that has just started still tells of leaders from before; only statistics ask them.
        """
        return [stream for stream in streams if not self._serves(stream)]

    def _serves(self, stream: str) -> bool:
        failure = java(f"{CLIENT}.StreamException")
        missing = java(f"{CLIENT}.Constants").RESPONSE_CODE_STREAM_DOES_NOT_EXIST
        try:
            with self._connection() as connection:
                response = connection.streamStats(stream)
        except failure:
            return False
        return bool(response.isOk() or response.getResponseCode() == missing)

    def _metadata(self, stream: str) -> Any:
        with self._connection() as connection:
            return connection.metadata(stream)[stream]

    @contextmanager
    def _connection(self) -> Iterator[Any]:
        """One connection of the client's lower level, to the broker that the URI names."""
        access = Access.parse(self.uri)
        parameters = java(f"{CLIENT}.impl.Client$ClientParameters")()
        parameters.host(access.address.host).port(access.address.port)
        parameters.eventLoopGroup(_event_loops())
        parameters.username(access.username).password(access.password).virtualHost(access.vhost)
        connection = java(f"{CLIENT}.impl.Client")(parameters)
        try:
            yield connection
        finally:
            connection.close()

    def close(self) -> None:
        if environment := self.__dict__.pop("environment", None):
            environment.close()


@cache
def _event_loops() -> Any:
    """Shared by all connections: closing a client that owns its loops takes a second.

    Daemons, or the end of Python would wait for them.
    """
    threads = java("io.netty.util.concurrent.DefaultThreadFactory")("bare-client", True)
    return java("io.netty.channel.nio.NioEventLoopGroup")(2, threads)


def _limit(
    creator: Any, max_age: float | None, max_bytes: int | None, segment_bytes: int | None
) -> Any:
    if max_age is not None:
        creator.maxAge(java("java.time.Duration").ofMillis(int(max_age * 1000)))
    if max_bytes is not None:
        creator.maxLengthBytes(java(f"{CLIENT}.ByteCapacity").B(max_bytes))
    if segment_bytes is not None:
        creator.maxSegmentSizeBytes(java(f"{CLIENT}.ByteCapacity").B(segment_bytes))
    return creator


def _chunk_watcher(chunks: list[int]) -> Any:
    interface = java(f"{CLIENT}.ConsumerFlowStrategy")
    flow = interface.creditOnChunkArrival(1)

    @jpype.JImplements(interface)
    class ChunkWatcher:
        @jpype.JOverride  # type: ignore[untyped-decorator]
        def initialCredits(self) -> int:  # noqa: N802
            return int(flow.initialCredits())

        @jpype.JOverride  # type: ignore[untyped-decorator]
        def start(self, context: Any) -> Any:
            chunks.append(int(context.chunkId() + context.messageCount() - 1))
            return flow.start(context)

    return ChunkWatcher()


def _advertised(broker: Any) -> Address:
    return Address(str(broker.getHost()), int(broker.getPort()))
