"""Messages: how the bare client is told to make one, and what it delivers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

# Finishes a message, given the client's builder of one.
Build = Callable[[Any], Any]


@dataclass(frozen=True)
class Message:
    """A message as the broker keeps it. The timestamp, in milliseconds, is that of its chunk."""

    stream: str
    offset: int
    body: bytes
    timestamp: int
    application_properties: dict[str, object]


def body(value: bytes | str) -> Build:
    data = value.encode() if isinstance(value, str) else value
    return lambda message: message.addData(data)


def keyed(key: str, value: bytes | str) -> Build:
    add_body = body(value)

    def build(message: Any) -> Any:
        entries = message.applicationProperties().entry("routing_key", key)
        return add_body(entries.messageBuilder())

    return build


def routing_key(message: Any) -> str:
    return str(message.getApplicationProperties()["routing_key"])


def received(stream: str, context: Any, message: Any) -> Message:
    """A message as the client's handler gets it."""
    data = message.getBodyAsBinary()
    properties = message.getApplicationProperties()
    return Message(
        stream,
        int(context.offset()),
        b"" if data is None else bytes(data),
        int(context.timestamp()),
        {} if properties is None else {str(key): properties[key] for key in properties},
    )
