from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from support.address import LOOPBACK, Address
from support.certificates import Authority
from support.container import DIRECTORY
from support.tokens import KEY, TokenServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support.brokers import Brokers
    from support.container import ContainerBroker
    from support.streams import Stream

AUTHORITY = Authority.create("the authority of the tests")
CLIENT = AUTHORITY.sign("client.example.com")

# Java's machine takes its environment from this process when Spark begins, after the collection.
os.environ["CONNECTION_TESTS_PASSWORD"] = "from the Environment 17"
os.environ["CONNECTION_TESTS_KEY"] = CLIENT.key_pem.decode()

LISTENING = {
    "stream.listeners.ssl.1": "5551",
    "ssl_options.cacertfile": f"{DIRECTORY}/authority.pem",
    "ssl_options.certfile": f"{DIRECTORY}/broker.pem",
    "ssl_options.keyfile": f"{DIRECTORY}/broker.key",
    "ssl_options.verify": "verify_peer",
    "ssl_options.fail_if_no_peer_cert": "false",
}
UNREACHABLE = Address("rabbit-1.internal", 5552)
OAUTH2 = {
    "auth_backends.1": "rabbit_auth_backend_oauth2",
    "auth_backends.2": "rabbit_auth_backend_internal",
    "auth_oauth2.resource_server_id": "rabbitmq",
    f"auth_oauth2.signing_keys.{KEY}": f"{DIRECTORY}/tokens.pem",
}


@pytest.fixture(scope="session")
def authority() -> Authority:
    return AUTHORITY


@pytest.fixture(scope="session")
def stranger() -> Authority:
    """Another authority, whom nobody trusts."""
    return Authority.create("a stranger")


def files(*hosts: str) -> dict[str, bytes]:
    """What a broker of these names is given for TLS."""
    own = AUTHORITY.sign(*hosts)
    return {"authority.pem": AUTHORITY.pem, "broker.pem": own.pem, "broker.key": own.key_pem}


@pytest.fixture(scope="session")
def encrypted(brokers: Brokers) -> ContainerBroker:
    """It takes TLS, with or without a certificate; without TLS it advertises an unknown host.

    An older one tells that host to those who come with TLS, too.
    """
    return brokers.start(
        "4.3",
        configuration={**LISTENING, "stream.advertised_tls_host": "localhost"},
        files=files("localhost"),
        advertised=UNREACHABLE,
    )


@pytest.fixture(scope="session")
def guarded(brokers: Brokers, tokens: TokenServer) -> ContainerBroker:
    """It asks for a certificate of the client, and takes tokens."""
    return brokers.start(
        configuration={**LISTENING, **OAUTH2, "ssl_options.fail_if_no_peer_cert": "true"},
        files={**files("localhost", LOOPBACK), "tokens.pem": tokens.public_key},
        plugins=("rabbitmq_auth_backend_oauth2",),
    )


@pytest.fixture(scope="session")
def tokens() -> Iterator[TokenServer]:
    with TokenServer(AUTHORITY.sign("localhost")) as server:
        yield server


@pytest.fixture
def orders(encrypted: ContainerBroker) -> Iterator[Stream]:
    """A stream of the first with two messages."""
    with encrypted.stream() as stream:
        stream.publish("first", "second")
        yield stream


@pytest.fixture
def tls(encrypted: ContainerBroker, orders: Stream) -> dict[str, str]:
    """The options that lead to the stream with TLS, but tell nobody to trust."""
    return {**orders.options, "endpoints": str(encrypted.encrypted), "tls": "true"}


@pytest.fixture
def guarded_orders(guarded: ContainerBroker) -> Iterator[Stream]:
    with guarded.stream() as stream:
        stream.publish("first", "second")
        yield stream


@pytest.fixture
def guarded_tls(guarded: ContainerBroker, guarded_orders: Stream, ca: str) -> dict[str, str]:
    """The options that lead there, but for the client's certificate."""
    return {
        **guarded_orders.options,
        "endpoints": str(guarded.encrypted),
        "tls": "true",
        "tls.caCertificate": ca,
    }


@pytest.fixture
def ca(tmp_path: Path) -> str:
    """The path of the authority's certificate."""
    path = tmp_path / "ca.pem"
    path.write_bytes(AUTHORITY.pem)
    return str(path)
