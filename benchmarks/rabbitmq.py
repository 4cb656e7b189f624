"""The RabbitMQ broker: one that runs, or one that the test fixture starts for this benchmark."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks.facts import docker_proxy
from benchmarks.progress import BenchmarkError, say

NAME = "bench"
PROXIED = """\
docker-proxy copies all traffic with the broker, with processor time that others would have. Start
dockerd with --userland-proxy=false, or let RABBITMQ_STREAM_URI name a broker without it."""


@contextmanager
def broker(version: str) -> Iterator[str]:
    """Gives a URI, rabbitmq-stream://user:password@host:port."""
    uri = os.environ.get("RABBITMQ_STREAM_URI")
    if uri:
        say("Using the broker of RABBITMQ_STREAM_URI")
        yield uri
        return
    say(f"Starting RabbitMQ {version}")
    try:
        started = _support("up", "--broker", version, "--name", NAME)
        if started.returncode:
            raise BenchmarkError(f"RabbitMQ {version} did not start; the reason is above")
        if docker_proxy():
            say(PROXIED)
        yield started.stdout.split()[-1]
    finally:
        _support("down", "--name", NAME)


def _support(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "support.broker", *arguments],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
