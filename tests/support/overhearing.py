"""What clients say to the broker behind a proxy."""

from __future__ import annotations

import asyncio
import threading

from support.proxy import BLOCK, Proxy


class Ear(Proxy):
    """Stands between a proxy and its broker, and listens for some words, until it is closed."""

    def __init__(self, before: Proxy, words: bytes) -> None:
        super().__init__()
        self.heard = threading.Event()
        """A client has said the words, and gone on to speak on the same connection."""
        self._words = words
        self._before = before
        self.target, before.target = before.target, self.address
        # So that nobody goes on around it.
        before.cut()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        overheard = asyncio.StreamReader(limit=BLOCK)
        listening = asyncio.create_task(self._overhear(reader, overheard))
        try:
            await super()._serve(overheard, writer)
        finally:
            listening.cancel()

    async def _overhear(
        self, reader: asyncio.StreamReader, overheard: asyncio.StreamReader
    ) -> None:
        said = b""
        try:
            while block := await reader.read(BLOCK):
                if self._words in said:
                    self.heard.set()
                said += block
                overheard.feed_data(block)
        except OSError:
            pass  # The connection was cut.
        finally:
            overheard.feed_eof()

    def close(self) -> None:
        self._before.target = self.target
        super().close()
