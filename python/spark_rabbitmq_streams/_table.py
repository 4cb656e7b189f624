"""What the table of options is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Use = Literal["a batch read", "a streaming read", "a write"]


@dataclass(frozen=True)
class Option:
    name: str
    argument: str
    section: str
    form: str
    """How its text is read: a name of `_kinds`."""
    limits: tuple[int | str, ...]
    type: str
    rule: str
    """What a wrong text is told, as in "'x' must be true or false"."""
    saying: str
    standard: str | None
    """The default; in brackets where it is not a value."""
    is_secret: bool
    refused_in_batch_read: str | None = None
    refused_in_streaming_read: str | None = None
    refused_in_write: str | None = None

    def refusal_in(self, use: Use) -> str | None:
        """Why it is an error there, if it is one."""
        return {
            "a batch read": self.refused_in_batch_read,
            "a streaming read": self.refused_in_streaming_read,
            "a write": self.refused_in_write,
        }[use]

    def shown(self, text: str) -> str:
        """An at sign may follow a password that stands where none belongs."""
        return "(not shown)" if self.is_secret or "@" in text else f"'{text}'"


@dataclass(frozen=True)
class Condition:
    """The option is given; or, where values are named, it has one of them, given or by default."""

    option: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Rule:
    quantity: str
    """How many of the conditions must hold."""
    sentence: str
    conditions: tuple[Condition, ...]
