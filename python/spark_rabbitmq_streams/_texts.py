"""Texts as Java sees them: what is blank, what is a number, what stands between commas."""

from __future__ import annotations

import re

_EDGES = "".join(map(chr, range(33)))
_NOT_BLANK_IN_JAVA = "\x85\xa0\u2007\u202f"


def trimmed(text: str) -> str:
    return text.strip(_EDGES)


def is_blank(text: str) -> bool:
    return all(letter.isspace() and letter not in _NOT_BLANK_IN_JAVA for letter in text)


def items(text: str) -> list[str]:
    """What stands between commas, without what is empty."""
    return [item for item in map(trimmed, text.split(",")) if item]


def number(text: str, bits: int = 64) -> int | None:
    """A whole number that fits into so many bits."""
    if not re.fullmatch(r"[+-]?\d+", text):
        return None
    value = int(text)
    return value if -(2 ** (bits - 1)) <= value < 2 ** (bits - 1) else None
