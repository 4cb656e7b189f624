"""The rstream package: a client in pure Python, where a JVM is not wanted or not trusted."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from rstream import (
    AMQPMessage,
    Consumer,
    ConsumerOffsetSpecification,
    MessageContext,
    OffsetType,
    Producer,
    amqp_decoder,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from support.address import Access

READ_WITHIN = 60.0


def publish(access: Access, stream: str, values: Iterable[bytes]) -> None:
    """Publishes one by one and waits for the confirms."""
    publish_messages(access, stream, (AMQPMessage(body=value) for value in values))


def publish_messages(access: Access, stream: str, messages: Iterable[AMQPMessage]) -> None:
    async def work() -> None:
        async with Producer(
            *access.address, username=access.username, password=access.password, vhost=access.vhost
        ) as producer:
            for message in messages:
                await producer.send_wait(stream, message)

    asyncio.run(asyncio.wait_for(work(), READ_WITHIN))


def read(access: Access, stream: str, count: int) -> list[tuple[int, bytes]]:
    """Offset and body of the first messages of a stream that holds at least so many."""

    async def work() -> list[tuple[int, bytes]]:
        found: list[tuple[int, bytes]] = []
        complete = asyncio.Event()

        def take(message: AMQPMessage, context: MessageContext) -> None:
            found.append((context.offset, bytes(message.body)))
            if len(found) >= count:
                complete.set()

        consumer = Consumer(
            *access.address, username=access.username, password=access.password, vhost=access.vhost
        )
        await consumer.start()
        first = ConsumerOffsetSpecification(OffsetType.FIRST, None)
        await consumer.subscribe(stream, take, decoder=amqp_decoder, offset_specification=first)
        await complete.wait()
        await consumer.close()
        return found[:count]

    return asyncio.run(asyncio.wait_for(work(), READ_WITHIN))
