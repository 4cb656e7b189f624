"""Clients that know queues, not streams: over AMQP 0.9.1 and over AMQP 1.0."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pika

from support.broker import unique
from support.jvm import java, queueing
from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from support.broker import Broker
    from support.streams import Stream

AMQP_1_0 = "com.rabbitmq.client.amqp"
CONFIRMED_WITHIN = 60.0
READ_WITHIN = 60.0


def publish_0_9_1(stream: Stream, body: bytes, properties: pika.BasicProperties) -> None:
    """Publishes to an exchange that the stream is bound to, and waits for the confirm."""
    connection = pika.BlockingConnection(pika.URLParameters(stream.broker.amqp_uri))
    try:
        channel = connection.channel()
        channel.confirm_delivery()
        exchange = unique("exchange")
        channel.exchange_declare(exchange, "topic", auto_delete=True)
        channel.queue_bind(stream.name, exchange, "orders.*")
        channel.basic_publish(exchange, "orders.eu", body, properties, mandatory=True)
    finally:
        connection.close()


def read_0_9_1(stream: Stream, end: bytes) -> list[tuple[int, bytes]]:
    """Offset and body of what a consumer of queues gets before a message with this body."""
    connection = pika.BlockingConnection(pika.URLParameters(stream.broker.amqp_uri))
    found: list[tuple[int, bytes]] = []
    try:
        channel = connection.channel()
        channel.basic_qos(prefetch_count=1000)
        first = {"x-stream-offset": "first"}
        for method, properties, body in channel.consume(
            stream.name, arguments=first, inactivity_timeout=READ_WITHIN
        ):
            if method is None or properties is None or body is None:
                raise TimeoutError(f"{stream.name} gave no {end!r} in {READ_WITHIN} s: {found}")
            if body == end:
                return found
            found.append((int(properties.headers["x-stream-offset"]), body))
            channel.basic_ack(method.delivery_tag)
        raise RuntimeError(f"The consumer of {stream.name} was cancelled after {found}")
    finally:
        connection.close()


@contextmanager
def classic_queue(broker: Broker, name: str) -> Iterator[None]:
    """A queue that is no stream."""
    connection = pika.BlockingConnection(pika.URLParameters(broker.amqp_uri))
    try:
        channel = connection.channel()
        channel.queue_declare(name, durable=True)
        yield
        channel.queue_delete(name)
    finally:
        connection.close()


@contextmanager
def exchange(broker: Broker, name: str) -> Iterator[None]:
    """An exchange that is no super stream."""
    connection = pika.BlockingConnection(pika.URLParameters(broker.amqp_uri))
    try:
        channel = connection.channel()
        channel.exchange_declare(name, "direct", durable=True)
        yield
        channel.exchange_delete(name)
    finally:
        connection.close()


def publish_1_0(stream: Stream, body: bytes, decorate: Callable[[Any], Any]) -> None:
    """Publishes with RabbitMQ's own client for AMQP 1.0, and waits until it is accepted."""
    environment = java(f"{AMQP_1_0}.impl.AmqpEnvironmentBuilder")().build()
    try:
        connection = environment.connectionBuilder().uri(stream.broker.amqp_uri).build()
        publisher = connection.publisherBuilder().queue(stream.name).build()
        answers = java("java.util.concurrent.ConcurrentLinkedQueue")()
        done = queueing(f"{AMQP_1_0}.Publisher$Callback", answers, 1)
        publisher.publish(decorate(publisher.message(body)), done)
        wait_until(lambda: answers.size() == 1, CONFIRMED_WITHIN, "an outcome")
        status = str(answers.poll()[0].status())
        if status != "ACCEPTED":
            raise RuntimeError(f"The broker has {status} the message")
    finally:
        environment.close()
