"""What is measured: the loads and the queries that run on them."""

from __future__ import annotations

from dataclasses import dataclass, replace

READ, WRITE = "read", "write"
PLAIN, PROPERTIES = "plain", "properties"

QUERIES = ("count", "value", "all")
"""``count(*)``, the bodies alone, and every column."""


@dataclass(frozen=True)
class Load:
    name: str
    kind: str
    messages: int
    bytes: int
    shape: str = PLAIN

    def scaled(self, scale: float) -> Load:
        return replace(self, messages=max(1, round(self.messages * scale)))

    @property
    def title(self) -> str:
        shape = " with properties" if self.shape == PROPERTIES else ""
        return f"{self.kind} {self.messages:,} × {self.bytes:,} B{shape}"

    @property
    def queries(self) -> tuple[str, ...]:
        return QUERIES if self.kind == READ else (WRITE,)

    @property
    def limit(self) -> int:
        """Seconds after which a run has failed: far below any rate worth measuring."""
        return 120 + self.messages // 10_000


LOADS = (
    Load("read100", READ, 12_000_000, 100),
    Load("read1k", READ, 3_000_000, 1024),
    Load("readprops", READ, 6_000_000, 100, PROPERTIES),
    Load("write100", WRITE, 6_000_000, 100),
    Load("write1k", WRITE, 2_000_000, 1024),
)
