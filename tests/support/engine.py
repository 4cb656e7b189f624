"""The Docker engine: the one that answers, or one that is started here."""

from __future__ import annotations

import fcntl
import os
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import docker
from docker.errors import DockerException
from testcontainers.core.config import testcontainers_config

from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docker import DockerClient

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "spark-rabbitmq-streams"
SOCKET = "/var/run/docker.sock"

# Its reaper is an image that cannot be pulled everywhere; containers are removed by their owners.
testcontainers_config.ryuk_disabled = True
testcontainers_config.tc_host_override = "127.0.0.1"


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def connect() -> DockerClient | None:
    """A client of the engine that answers; a docker command alone is not one."""
    if "DOCKER_HOST" not in os.environ and not _listening():
        return None
    try:
        client = docker.from_env(timeout=600)
    except DockerException:
        return None
    try:
        client.ping()
    except (DockerException, OSError):
        client.close()
        return None
    return client


def _listening() -> bool:
    """Asked first, because a docker client that fails to connect leaves its socket open."""
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(SOCKET)
        except OSError:
            return False
    return True


def ensure() -> DockerClient:
    """A client of an engine, which is installed and started where there is none."""
    if client := connect():
        return client
    with exclusively("engine"):
        if client := connect():
            return client
        require_debian("There is no Docker engine to run a broker")
        install("docker.io", provides="/usr/sbin/dockerd")
        # Installing starts the engine on machines that have a service manager.
        return connect() or _start()


def _start() -> DockerClient:
    log = CACHE / "dockerd.log"
    say(f"Starting the Docker engine, which stays; its log is {log}")
    # What it publishes the kernel forwards; its own proxy would copy every byte once more, with a
    # third of the processor time of a benchmark.
    with log.open("ab") as output:
        # In a session of its own: it outlives this run, and later runs find it.
        engine = subprocess.Popen(
            ["dockerd", "--storage-driver=vfs", "--userland-proxy=false"],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )

    def answers() -> DockerClient | None:
        if engine.poll() is not None:
            raise RuntimeError(f"dockerd ended with status {engine.returncode}; see {log}")
        return connect()

    client = wait_until(answers, 60, f"a Docker engine that answers; see {log}", every=0.2)
    engine.returncode = 0  # It is not a child to be waited for: leaving it behind is the purpose.
    return client


def require_debian(reason: str) -> None:
    if os.geteuid() != 0 or not Path("/usr/bin/apt-get").exists():
        raise RuntimeError(
            f"{reason}, and one is provisioned only as root on Debian. Start Docker, or let"
            " RABBITMQ_STREAM_URI name a running broker (rabbitmq-stream://user:password@host:5552)"
        )


def install(*packages: str, provides: str) -> None:
    """Installs Debian packages unless the file that they provide is there."""
    if Path(provides).exists():
        return
    say(f"Installing {' '.join(packages)}")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "-y", *packages]):
        run(["apt-get", "-q", *arguments], log="apt.log", environment=quiet)


def run(command: list[str], log: str, environment: dict[str, str] | None = None) -> None:
    """Runs a long command with its output in a file of the cache; says how it goes, or fails."""
    CACHE.mkdir(parents=True, exist_ok=True)
    path = CACHE / log
    began = time.monotonic()
    with (
        path.open("wb") as output,
        subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=environment,
        ) as running,
    ):
        while True:
            try:
                status = running.wait(timeout=15)
                break
            except subprocess.TimeoutExpired:
                say(f"  {time.monotonic() - began:3.0f} s  {' '.join(_end(path, 1))}")
    if status != 0:
        end = "\n".join(_end(path, 15))
        raise RuntimeError(f"{' '.join(command)} ended with status {status}; {path} ends:\n{end}")


def _end(path: Path, lines: int) -> list[str]:
    return path.read_text(errors="replace").splitlines()[-lines:]


@contextmanager
def exclusively(name: str) -> Iterator[None]:
    """One process of this machine at a time."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / f"{name}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say(f"Waiting for another run that holds {lock.name}")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
