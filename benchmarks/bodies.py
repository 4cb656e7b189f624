"""Bodies that a codec can work on, the same for everybody."""

from __future__ import annotations

import random
from functools import cache
from itertools import cycle

DIFFERENT = 256
WORDS = ("order", "customer", "amount", "currency", "region", "shipped", "pending", "EUR", "emea")


@cache
def bodies(size: int) -> list[bytes]:
    """Records of words and numbers, as long as they are to be."""
    chance = random.Random(0)  # noqa: S311 - always the same ones
    return [_body(chance, size) for _ in range(DIFFERENT)]


def _body(chance: random.Random, size: int) -> bytes:
    text = ""
    for word in cycle(WORDS):
        text += f'"{word}": {chance.randrange(1_000_000)}, '
        if len(text) >= size:
            return text.encode()[:size]
    raise AssertionError("a cycle does not end")
