"""Tokens by the client credentials grant of OAuth 2."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.proxy import Proxy
from support.reading import read, refusal, write
from support.tokens import TokenServer
from support.wait import wait_until

from .conftest import AUTHORITY, CLIENT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pyspark.sql import SparkSession

    from support.container import ContainerBroker
    from support.streams import Stream

SECRET = "hidden-Treasure-17"


@pytest.fixture
def options(
    guarded_tls: dict[str, str], tokens: TokenServer, tmp_path: Path
) -> Iterator[dict[str, str]]:
    (tmp_path / "own.key").write_bytes(CLIENT.key_pem)
    login = {**tokens.options, "oauth2.scope": "streams"}
    own = {"tls.certificate": CLIENT.pem.decode(), "tls.privateKey": str(tmp_path / "own.key")}
    rest = {k: v for k, v in guarded_tls.items() if k not in ("username", "password")}
    yield {**rest, **own, **login}
    tokens.lifetime = 300


def test_a_token_lets_in(
    spark: SparkSession, options: dict[str, str], guarded_orders: Stream, tokens: TokenServer
) -> None:
    assert read(spark, options) == [b"first", b"second"]
    write(spark, options, "third")
    assert guarded_orders.values() == [b"first", b"second", b"third"]
    assert tokens.asked[-1] == {"grant_type": ["client_credentials"], "scope": ["streams"]}


def test_a_wrong_secret_is_told_with_the_client(
    spark: SparkSession, options: dict[str, str], tokens: TokenServer
) -> None:
    assert refusal(spark, {**options, "oauth2.clientSecret": SECRET}, SECRET) == (
        f"[RABBITMQ_STREAMS.TOKEN_REFUSED] The token endpoint {tokens.endpoint} gave no token to"
        " the client 'tests' (HTTP status 401). Check the options oauth2.tokenEndpoint,"
        " oauth2.clientId, oauth2.clientSecret and oauth2.scope, and that the client may use the"
        " grant client_credentials there."
    )


def test_a_token_endpoint_whose_certificate_has_expired(
    spark: SparkSession, options: dict[str, str]
) -> None:
    with TokenServer(AUTHORITY.sign("localhost", expired=True)) as expired:
        message = refusal(spark, {**options, **expired.options}, expired.secret)
    assert message.startswith(
        "[RABBITMQ_STREAMS.TLS_REFUSED] No encrypted connection: the token endpoint"
        f" {expired.endpoint} has a certificate that has expired (NotAfter: "
    )
    assert message.endswith("). Renew it. If it has not, check the clock of this machine.")


def test_a_broker_that_takes_no_tokens(
    spark: SparkSession, options: dict[str, str], encrypted: ContainerBroker, tokens: TokenServer
) -> None:
    elsewhere = {**options, "endpoints": str(encrypted.encrypted)}
    message = refusal(spark, elsewhere, tokens.secret, "eyJ")
    assert message == (
        f"[RABBITMQ_STREAMS.LOGIN_REFUSED] The broker at {encrypted.encrypted} refused the token of"
        " the OAuth 2 client 'tests'. Check that its plugin rabbitmq_auth_backend_oauth2 is enabled"
        " and among auth_backends, and that it knows the token's key and audience"
        " (auth_oauth2.resource_server_id)."
    )


def test_tokens_are_renewed_although_all_connections_broke(
    spark: SparkSession, options: dict[str, str], guarded: ContainerBroker, tokens: TokenServer
) -> None:
    tokens.lifetime = 4
    with Proxy() as network:
        network.target = guarded.encrypted
        broken = {
            **options,
            "endpoints": f"localhost:{network.address.port}",
            "loadBalancer": "true",
            "recoveryBackOffDelayPolicy": "200ms",
        }
        write(spark, broken, "third")
        given = len(tokens.given)
        wait_until(lambda: len(tokens.given) >= given + 2, 15, "renewals")
        network.cut()
        assert read(spark, broken) == [b"first", b"second", b"third"]
