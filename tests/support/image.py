"""Which image runs a RabbitMQ version, and how it comes to be on this machine."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from docker.errors import DockerException, ImageNotFound

from support import debian
from support.engine import exclusively, say

if TYPE_CHECKING:
    from docker import DockerClient


def ensure(client: DockerClient, version: str) -> str:
    """The name of an image of the engine that runs this version.

    RABBITMQ_IMAGE, if set; else what was made here earlier; else the official image; else one that
    is made from Debian's packages.
    """
    chosen = os.environ.get("RABBITMQ_IMAGE")
    official, made = f"rabbitmq:{version}", f"spark-rabbitmq-streams/rabbitmq:{version}"
    for name in [chosen] if chosen else [made, official]:
        if _present(client, name):
            return name
    with exclusively(f"image-{version}"):
        if chosen:
            _pull(client, chosen)
            return chosen
        if _present(client, made):
            return made
        try:
            _pull(client, official)
        except (DockerException, OSError) as failure:
            say(f"{official} cannot be pulled: {getattr(failure, 'explanation', failure)}")
            debian.build(client, version, made)
            return made
        return official


def _present(client: DockerClient, name: str) -> bool:
    try:
        client.images.get(name)
    except ImageNotFound:
        return False
    return True


def _pull(client: DockerClient, name: str) -> None:
    say(f"Pulling {name}")
    client.images.pull(name)
