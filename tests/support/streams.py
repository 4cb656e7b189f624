"""A stream and a super stream of a broker, from their creation to their deletion."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Self

    from support.broker import Broker
    from support.message import Message


class Stream:
    def __init__(self, broker: Broker, name: str) -> None:
        self.broker = broker
        self.name = name

    @property
    def options(self) -> dict[str, str]:
        """The options of our format that lead to this stream."""
        return {**self.broker.options, "stream": self.name}

    @property
    def stream_names(self) -> list[str]:
        return [self.name]

    def publish(self, *values: bytes | str) -> int:
        """Publishes through the bare client; returns when all are confirmed."""
        return self.broker.client.publish(self.name, values)

    def messages(self) -> list[Message]:
        """What the stream holds, read by the bare client."""
        return self.broker.client.messages(self.name)

    def values(self) -> list[bytes]:
        return [message.body for message in self.messages()]

    def store_offsets(self, times: int) -> None:
        """Each takes an offset that is never delivered."""
        for offset in range(times):
            self.broker.client.store_offset(self.name, "somebody", offset)

    def stored_offset(self, consumer: str) -> int | None:
        return self.broker.client.stored_offset(consumer, self.name)

    def delete(self) -> None:
        self.broker.client.delete_stream(self.name)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # A test may have deleted it: that is what such a test is about.
        with _hiding_no(error):
            if self.broker.client.exists(self.name):
                self.delete()


class SuperStream:
    def __init__(self, broker: Broker, name: str) -> None:
        self.broker = broker
        self.name = name

    @property
    def options(self) -> dict[str, str]:
        """The options of our format that lead to this super stream."""
        return {**self.broker.options, "superstream": self.name}

    @property
    def stream_names(self) -> list[str]:
        return self.broker.client.partitions(self.name)

    @property
    def partitions(self) -> list[Stream]:
        return [Stream(self.broker, name) for name in self.stream_names]

    def publish(self, *values: tuple[str, bytes | str]) -> int:
        """Publishes pairs of routing key and value through the bare client, with confirms."""
        return self.broker.client.publish_routed(self.name, values)

    def messages(self) -> list[Message]:
        """What all partitions hold, one partition after the other."""
        return [message for stream in self.partitions for message in stream.messages()]

    def values(self) -> list[bytes]:
        return [message.body for message in self.messages()]

    def delete(self) -> None:
        self.broker.client.delete_superstream(self.name)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with _hiding_no(error):
            if self.broker.client.partitions(self.name):
                self.delete()


@contextmanager
def _hiding_no(error: BaseException | None) -> Iterator[None]:
    """Cleaning up may fail too where a test has failed; only the test's own failure counts then."""
    try:
        yield
    except Exception:
        if error is None:
            raise
