"""Messages that keep coming while a test does something else."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from support.jvm import java, queueing
from support.message import body
from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.streams import Stream

CONFIRMED_WITHIN = 60.0


class Traffic:
    """How much was sent so far. Each message holds its number."""

    def __init__(self, pause: float) -> None:
        self.sent = 0
        self.failure: BaseException | None = None
        self.ended = threading.Event()
        self._pause = pause

    def _send(self, stream: Stream) -> None:
        client = "com.rabbitmq.stream"
        answers = java("java.util.concurrent.ConcurrentLinkedQueue")()
        done = queueing(f"{client}.ConfirmationHandler", answers, 1)
        producer = stream.broker.client.environment.producerBuilder().stream(stream.name).build()
        try:
            while not self.ended.wait(self._pause):
                producer.send(body(b"%d" % self.sent)(producer.messageBuilder()).build(), done)
                self.sent += 1
            wait_until(lambda: answers.size() == self.sent, CONFIRMED_WITHIN, "all confirms")
        finally:
            producer.close()

    def run(self, stream: Stream) -> None:
        try:
            self._send(stream)
        except BaseException as failure:
            self.failure = failure


@contextmanager
def traffic(stream: Stream, pause: float = 0.002) -> Iterator[Traffic]:
    """Publishes one message after the other until the block is left; then all are confirmed."""
    sending = Traffic(pause)
    thread = threading.Thread(target=sending.run, args=(stream,), daemon=True)
    thread.start()
    try:
        yield sending
    finally:
        sending.ended.set()
        thread.join()
    if sending.failure:
        raise sending.failure
