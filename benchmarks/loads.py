"""What is measured: the loads and the queries that run on them."""

from __future__ import annotations

from dataclasses import dataclass, replace

READ, WRITE = "read", "write"
PLAIN, PROPERTIES, KEYED = "plain", "properties", "keyed"

ENTRY = 100
"""Messages in an entry that packs several."""

UNCOMPRESSED = "none"

KEYS = 10_000
"""Routing keys that messages have in turns."""

QUERIES = ("count", "value", "all")
"""``count(*)``, the bodies alone, and every column."""


@dataclass(frozen=True)
class Load:
    name: str
    kind: str
    messages: int
    bytes: int
    shape: str = PLAIN
    partitions: int = 0
    """Of a super stream, to which a message goes by the hash of its key; 0 is a stream."""
    packed: str = ""
    """By what entries of several messages are compressed; empty where each message is an entry."""

    def scaled(self, scale: float) -> Load:
        return replace(self, messages=max(1, round(self.messages * scale)))

    @property
    def title(self) -> str:
        return f"{self.kind} {self.messages:,} × {self.bytes:,} B{self.manner}"

    @property
    def manner(self) -> str:
        """What the numbers do not tell."""
        manner = " with properties" if self.shape == PROPERTIES else ""
        if self.partitions:
            manner += f" to {self.partitions} partitions"
        if self.packed:
            manner += f" by {self.packed}" if self.is_compressed else f" by {ENTRY} in an entry"
        return manner

    @property
    def is_compressed(self) -> bool:
        """The bodies differ then."""
        return self.packed not in ("", UNCOMPRESSED)

    def streams(self, name: str) -> list[str]:
        """The streams behind the name that is written to."""
        return [f"{name}-{number}" for number in range(self.partitions)] or [name]

    @property
    def queries(self) -> tuple[str, ...]:
        return QUERIES if self.kind == READ else (WRITE,)

    @property
    def limit(self) -> int:
        """Seconds after which a run has failed: far below any rate worth measuring."""
        return 120 + self.messages // 10_000


LOADS = (
    Load("read100", READ, 24_000_000, 100),
    Load("read1k", READ, 3_000_000, 1024),
    Load("readprops", READ, 6_000_000, 100, PROPERTIES),
    Load("write100", WRITE, 6_000_000, 100),
    Load("write1k", WRITE, 2_000_000, 1024),
    Load("writehash", WRITE, 4_000_000, 100, KEYED, partitions=3),
    Load("writepacked", WRITE, 12_000_000, 100, packed=UNCOMPRESSED),
    Load("writepacked1k", WRITE, 3_000_000, 1024, packed=UNCOMPRESSED),
    Load("writepackedhash", WRITE, 8_000_000, 100, KEYED, partitions=3, packed=UNCOMPRESSED),
    Load("writegzip", WRITE, 1_000_000, 1024, packed="gzip"),
    Load("writezstd", WRITE, 2_000_000, 1024, packed="zstd"),
)
