"""Messages: how the bare client is told to make one, and what it delivers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

# Finishes a message, given the client's builder of one.
Build = Callable[[Any], Any]


# The properties by their names, with what the client says where one is not set.
PROPERTIES = {
    "message_id": ("getMessageId", None),
    "user_id": ("getUserId", None),
    "to": ("getTo", None),
    "subject": ("getSubject", None),
    "reply_to": ("getReplyTo", None),
    "correlation_id": ("getCorrelationId", None),
    "content_type": ("getContentType", None),
    "content_encoding": ("getContentEncoding", None),
    "absolute_expiry_time": ("getAbsoluteExpiryTime", 0),
    "creation_time": ("getCreationTime", 0),
    "group_id": ("getGroupId", None),
    "group_sequence": ("getGroupSequence", -1),
    "reply_to_group_id": ("getReplyToGroupId", None),
}


@dataclass(frozen=True)
class Message:
    """A message as the broker keeps it. The timestamp, in milliseconds, is that of its chunk.

    The properties are those that are set, with times in milliseconds; None where there is no such
    section. Of the maps the client does not tell whether they are empty or not there.
    """

    stream: str
    offset: int
    body: bytes
    timestamp: int
    application_properties: dict[str, object]
    message_annotations: dict[str, object]
    properties: dict[str, object] | None


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
    return Message(
        stream,
        int(context.offset()),
        b"" if data is None else bytes(data),
        int(context.timestamp()),
        _entries(message.getApplicationProperties()),
        _entries(message.getMessageAnnotations()),
        _properties(message.getProperties()),
    )


def _entries(given: Any) -> dict[str, object]:
    return {} if given is None or given.isEmpty() else {str(key): given[key] for key in given}


def _properties(given: Any) -> dict[str, object] | None:
    if given is None:
        return None
    found = {name: getattr(given, ask)() for name, (ask, _) in PROPERTIES.items()}
    found = {name: value for name, value in found.items() if value != PROPERTIES[name][1]}
    if "user_id" in found:
        found["user_id"] = bytes(found["user_id"])
    return found
