"""Counts what clients of the stream protocol ask of a broker, by the bytes that pass by."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections import Counter

PUBLISH, SUBSCRIBE, PARTITIONS, CREATE_SUPER_STREAM = 2, 7, 25, 29

# The size of what follows it, of four bytes, and the key of the command, of two.
SIZE, HEAD = 4, 6


class Tap:
    """One direction of one connection, from its first byte on. Frames come in any pieces."""

    def __init__(self, frames: Counter[int]) -> None:
        self._frames = frames
        self._head = b""
        self._left = 0

    def pass_by(self, part: bytes) -> None:
        at = 0
        while at < len(part):
            if self._left:
                skipped = min(self._left, len(part) - at)
                self._left -= skipped
                at += skipped
                continue
            taken = part[at : at + HEAD - len(self._head)]
            self._head += taken
            at += len(taken)
            if len(self._head) == HEAD:
                self._frames[int.from_bytes(self._head[SIZE:])] += 1
                self._left = max(0, int.from_bytes(self._head[:SIZE]) - (HEAD - SIZE))
                self._head = b""
