"""A TCP proxy between clients and a broker, which can make the network a bad one.

proxy.delay(0.2)               everything takes so much longer, in each direction
proxy.throttle(1_000_000)      bytes per second, for each direction of each connection
proxy.stall(), proxy.flow()    nothing arrives; what was held back arrives
proxy.cut()                    all connections break
proxy.refuse(), proxy.accept() nobody listens on the port; somebody does again
proxy.links[0].stall()         the same for one connection
proxy.clear()                  as if there were no proxy
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from support.address import LOOPBACK, Address, free_port
from support.closing import Closing
from support.tap import Tap

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

T = TypeVar("T")

BLOCK = 256 * 1024
# Blocks on their way in each direction of a connection, before its sender is held back.
IN_FLIGHT = 64
# How soon a change is noticed, and how exact latencies are.
TICK = 0.002


class Weather:
    """What connections meet. What the proxy says and what a connection says add up.

    A change holds at once, also for what is on its way.
    """

    latency = 0.0
    bytes_per_second: float | None = None
    stalled = False

    def delay(self, seconds: float) -> None:
        self.latency = seconds

    def throttle(self, bytes_per_second: float | None) -> None:
        self.bytes_per_second = bytes_per_second

    def stall(self) -> None:
        self.stalled = True

    def flow(self) -> None:
        self.stalled = False

    def clear(self) -> None:
        self.latency, self.bytes_per_second, self.stalled = 0.0, None, False


class Proxy(Weather, Closing):
    """Listens from its creation on; `target` is set before the first client comes."""

    target: Address

    def __init__(self) -> None:
        self.address = Address(LOOPBACK, free_port())
        self.links: list[Link] = []
        """The connections that are open now, oldest first."""
        self.accepted = 0
        """How many connections there have been."""
        self.carried = 0
        """Bytes that all connections have carried, in both directions."""
        self.frames: Counter[int] = Counter()
        """Frames that brokers got, by the keys of their commands; of TLS they mean nothing."""
        self._serving: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="proxy", daemon=True)
        self._thread.start()
        self.accept()

    def pick(self) -> Address:
        """Where the next connection leads to."""
        return self.target

    def accept(self) -> None:
        self._run(self._listen())

    def refuse(self) -> None:
        """Nobody listens any more, and open connections break."""
        self._run(self._withdraw())
        self.cut()

    def cut(self) -> None:
        """Breaks all connections; new ones are accepted."""
        for link in list(self.links):
            link.cut()

    def clear(self) -> None:
        for link in list(self.links):
            link.clear()
        super().clear()
        self.accept()

    def close(self) -> None:
        if self._loop.is_closed():
            return
        self.refuse()
        self._run(self._finish())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def abort(self, transports: list[asyncio.WriteTransport]) -> None:
        async def abort() -> None:
            for transport in transports:
                transport.abort()

        self._run(abort())

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    async def _listen(self) -> None:
        if self._server is None:
            self._server = await asyncio.start_server(self._serve, *self.address, limit=BLOCK)

    async def _withdraw(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None

    async def _finish(self) -> None:
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)
        self.accepted += 1
        try:
            far_reader, far_writer = await asyncio.open_connection(*self.pick(), limit=BLOCK)
        except OSError:
            writer.transport.abort()
            return
        link = Link(self, [writer.transport, far_writer.transport])
        self.links.append(link)
        try:
            await asyncio.gather(
                link.carry(reader, far_writer, upstream=True),
                link.carry(far_reader, writer, upstream=False),
            )
        except (OSError, asyncio.CancelledError):
            return  # Cut by us, or by either end: the other end learns of it below.
        finally:
            self.links.remove(link)
            for transport in (writer.transport, far_writer.transport):
                transport.abort()


class Link(Weather):
    """One connection through the proxy."""

    def __init__(self, proxy: Proxy, transports: list[asyncio.WriteTransport]) -> None:
        self.proxy = proxy
        self.from_client = 0
        """Bytes that the broker got."""
        self.from_broker = 0
        """Bytes that the client got."""
        self.held = 0
        """Bytes that have come from either side and did not go on yet."""
        self._tap = Tap(proxy.frames)
        self._transports = transports

    def cut(self) -> None:
        """Breaks this connection on both sides."""
        self.proxy.abort(self._transports)

    async def carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, upstream: bool
    ) -> None:
        """Brings over all that one side sends, until it is done."""
        blocks: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue(IN_FLIGHT)
        taking = asyncio.create_task(self._take(reader, blocks))
        try:
            while True:
                arrived, block = await blocks.get()
                if not block:
                    break
                await self._give(writer, arrived, block, upstream=upstream)
            with suppress(OSError):
                writer.write_eof()
        finally:
            taking.cancel()

    async def _take(
        self, reader: asyncio.StreamReader, blocks: asyncio.Queue[tuple[float, bytes]]
    ) -> None:
        block = b"-"
        while block:
            try:
                block = await reader.read(BLOCK)
            except OSError:
                block = b""
            self.held += len(block)
            await blocks.put((_now(), block))

    async def _give(
        self, writer: asyncio.StreamWriter, arrived: float, block: bytes, *, upstream: bool
    ) -> None:
        while block:
            await self._until(lambda: not self._held() and _now() >= arrived + self._latency())
            rate = self._rate()
            size = len(block) if rate is None else max(1, int(rate / 20))
            part, block = block[:size], block[size:]
            if upstream:
                self.from_client += len(part)
                self._tap.pass_by(part)
            else:
                self.from_broker += len(part)
            self.proxy.carried += len(part)
            self.held -= len(part)
            writer.write(part)
            await writer.drain()
            if rate is not None:
                pause = _now() + len(part) / rate
                await self._until(lambda: self._rate() != rate or _now() >= pause)  # noqa: B023

    async def _until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            await asyncio.sleep(TICK)

    def _held(self) -> bool:
        return self.stalled or self.proxy.stalled

    def _latency(self) -> float:
        return self.latency + self.proxy.latency

    def _rate(self) -> float | None:
        rates = [self.bytes_per_second, self.proxy.bytes_per_second]
        return min((rate for rate in rates if rate is not None), default=None)


def _now() -> float:
    return asyncio.get_running_loop().time()
