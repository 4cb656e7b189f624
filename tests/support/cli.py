"""The command line: prepares images, and starts and stops brokers that outlive it."""

from __future__ import annotations

import argparse
import os
import sys

from support.broker import Broker
from support.brokers import Brokers, container_name, default_version
from support.container import ContainerBroker
from support.engine import say


def main() -> int:
    options = _parser().parse_args()
    try:
        with Brokers() as brokers:
            if options.command == "image" and "RABBITMQ_STREAM_URI" in os.environ:
                say("RABBITMQ_STREAM_URI names a running broker: no image is needed")
            elif options.command == "image":
                for version in options.versions or [default_version()]:
                    print(brokers.image(version), flush=True)
            elif options.command == "up":
                broker = brokers.keep(options.name, options.broker)
                print(broker.uri)
                say(_directions(broker, options.name))
                broker.disconnect()
            else:
                found = brokers.remove(options.name)
                say(f"Removed {options.name}" if found else f"There is no broker {options.name}")
    except (RuntimeError, TimeoutError, ValueError) as failure:
        say(f"support.broker: {failure}")
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m support.broker",
        description="Real RabbitMQ brokers with streams, for tests, the demo and benchmarks."
        " RABBITMQ_STREAM_URI names a running one instead, RABBITMQ_IMAGE another image.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    up = commands.add_parser("up", help="start a broker, print its stream URI, leave it running")
    up.add_argument("--broker", metavar="VERSION", default=default_version())
    up.add_argument("--name", default="demo")
    down = commands.add_parser("down", help="stop and remove such a broker")
    down.add_argument("--name", default="demo")
    image = commands.add_parser("image", help="make images present, and print their names")
    image.add_argument("versions", nargs="*", metavar="VERSION")
    return parser


def _directions(broker: Broker, name: str) -> str:
    lines = [f"RabbitMQ {broker.version} listens for streams at {broker.endpoint}"]
    if isinstance(broker, ContainerBroker):
        container = container_name(name)
        lines += [
            f"  AMQP        {broker.amqp_uri}",
            f"  commands    docker exec {container} rabbitmqctl list_queues",
            f"  logs        docker logs {container}",
            f"  stop        PYTHONPATH=tests {sys.executable} -m support.broker down --name {name}",
        ]
    return "\n".join(lines)
