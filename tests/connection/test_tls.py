"""Connections are encrypted as the options tls.* say, or the reason is told."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import pytest

from support.certificates import to_jks
from support.proxy import Proxy
from support.reading import read, refusal, write

from .conftest import CLIENT

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import SparkSession

    from support.certificates import Authority
    from support.container import ContainerBroker
    from support.streams import Stream

PASSWORD = "hidden-Treasure-17"
BOTH = [b"first", b"second"]


@pytest.fixture
def truststore(authority: Authority, tmp_path: Path) -> Path:
    path = tmp_path / "trusted.p12"
    path.write_bytes(authority.truststore(PASSWORD))
    return path


def test_the_broker_is_known_by_a_pem_file(
    spark: SparkSession, orders: Stream, tls: dict[str, str], ca: str
) -> None:
    options = {**tls, "tls.caCertificate": ca}
    assert read(spark, options) == BOTH
    write(spark, options, "third")
    assert orders.values() == [*BOTH, b"third"]


def test_the_broker_is_known_by_pem_as_text(
    spark: SparkSession, tls: dict[str, str], authority: Authority
) -> None:
    assert read(spark, {**tls, "tls.caCertificate": authority.pem.decode()}) == BOTH


def test_the_broker_is_known_by_pkcs12_and_by_jks(
    spark: SparkSession, tls: dict[str, str], truststore: Path
) -> None:
    for store in (truststore, to_jks(truststore, PASSWORD)):
        options = {**tls, "tls.truststore": str(store), "tls.truststorePassword": PASSWORD}
        assert read(spark, options) == BOTH


def test_a_uri_asks_for_tls(
    spark: SparkSession, orders: Stream, encrypted: ContainerBroker, ca: str
) -> None:
    options = {
        "uris": f"rabbitmq-stream+tls://{encrypted.encrypted}",
        "stream": orders.name,
        "tls": "true",
        "tls.caCertificate": ca,
    }
    assert read(spark, options) == BOTH


def test_all_brokers_can_be_trusted(spark: SparkSession, tls: dict[str, str]) -> None:
    elsewhere = tls["endpoints"].replace("localhost", "127.0.0.1")
    assert read(spark, {**tls, "endpoints": elsewhere, "tls.trustAll": "true"}) == BOTH


def test_a_broker_of_an_unknown_authority_is_refused(
    spark: SparkSession, tls: dict[str, str], stranger: Authority
) -> None:
    unknown = (
        "[RABBITMQ_STREAMS.TLS_REFUSED] No encrypted connection: the broker at"
        f" {tls['endpoints']} has a certificate that is not signed by anybody whom we trust ("
    )
    remedy = (
        " Give the certificate of its authority as tls.caCertificate (PEM) or in tls.truststore"
        " (JKS, PKCS12)."
    )
    for options in (tls, {**tls, "tls.caCertificate": stranger.pem.decode()}):
        message = refusal(spark, options, "guest:guest")
        assert message.startswith(unknown)
        assert message.endswith(remedy)


def test_a_broker_must_have_the_name_by_which_it_was_called(
    spark: SparkSession, tls: dict[str, str], ca: str
) -> None:
    elsewhere = tls["endpoints"].replace("localhost", "127.0.0.1")
    options = {**tls, "endpoints": elsewhere, "tls.caCertificate": ca}
    assert refusal(spark, options) == (
        f"[RABBITMQ_STREAMS.TLS_REFUSED] No encrypted connection: the broker at {elsewhere} has a"
        " certificate for another host (No subject alternative names matching IP address 127.0.0.1"
        " found). Connect by a name that the certificate has among its subject alternative names,"
        " or renew it with this one. tls.hostnameVerification=false does without the check."
    )
    assert read(spark, {**options, "tls.hostnameVerification": "false"}) == BOTH


def test_an_advertised_host_must_have_its_name_in_the_certificate(
    spark: SparkSession, tls: dict[str, str], ca: str, encrypted: ContainerBroker
) -> None:
    advertised, elsewhere = encrypted.encrypted, f"127.0.0.1:{encrypted.encrypted.port}"
    with Proxy() as forwarded:
        forwarded.target = advertised
        message = refusal(
            spark,
            {
                **tls,
                "endpoints": f"localhost:{forwarded.address.port}",
                "addressMap": f"{advertised}={elsewhere}",
                "tls.caCertificate": ca,
            },
        )
    assert message.startswith(
        f"[RABBITMQ_STREAMS.TLS_REFUSED] No encrypted connection: the broker at {advertised} has a"
        " certificate for another host (No subject alternative names matching IP address 127.0.0.1"
        " found)."
    )


def test_the_port_without_tls_is_told(
    spark: SparkSession, orders: Stream, tls: dict[str, str], ca: str
) -> None:
    plain = orders.options["endpoints"]
    message = refusal(spark, {**tls, "endpoints": plain, "tls.caCertificate": ca})
    assert message.startswith(
        f"[RABBITMQ_STREAMS.BROKER_UNREACHABLE] No RabbitMQ stream listener answered at {plain} ("
    )
    assert "it must be a port with TLS, usually 5551" in message


def test_the_port_with_tls_is_told(spark: SparkSession, tls: dict[str, str]) -> None:
    assert refusal(spark, {**tls, "tls": "false"}) == (
        f"[RABBITMQ_STREAMS.TLS_REFUSED] The port {tls['endpoints']} speaks TLS only. Set the"
        " option tls to true, or connect to the port without TLS (5552 is usual)."
    )


def test_a_store_with_another_password(
    spark: SparkSession, tls: dict[str, str], truststore: Path
) -> None:
    options = {**tls, "tls.truststore": str(truststore), "tls.truststorePassword": "not-this-one"}
    assert refusal(spark, options, "not-this-one") == (
        f"[RABBITMQ_STREAMS.TLS_SETUP] The file {truststore} of the option tls.truststore has"
        " another password than the option tls.truststorePassword says."
    )


def test_a_store_without_its_password_shows_nothing(
    spark: SparkSession, tls: dict[str, str], truststore: Path
) -> None:
    assert refusal(spark, {**tls, "tls.truststore": str(truststore)}) == (
        f"[RABBITMQ_STREAMS.TLS_SETUP] The file {truststore} of the option tls.truststore shows no"
        " certificate to trust; a PKCS12 file shows them only with its password, and only if it"
        " was made by keytool -importcert."
    )


def test_files_that_are_not_there_or_hold_something_else(
    spark: SparkSession, tls: dict[str, str], ca: str, tmp_path: Path
) -> None:
    missing = str(tmp_path / "missing")
    assert refusal(spark, {**tls, "tls.caCertificate": missing}) == (
        f"[RABBITMQ_STREAMS.TLS_SETUP] The file {missing} of the option tls.caCertificate cannot be"
        " read on this node (NoSuchFileException); it must be there for the driver and for every"
        " executor."
    )
    assert refusal(spark, {**tls, "tls.truststore": missing}) == (
        f"[RABBITMQ_STREAMS.TLS_SETUP] The file {missing} of the option tls.truststore is not a"
        " file on this node; it must be there for the driver and for every executor."
    )
    assert refusal(spark, {**tls, "tls.truststore": ca}) == (
        f"[RABBITMQ_STREAMS.TLS_SETUP] The file {ca} of the option tls.truststore is neither JKS"
        " nor PKCS12; PEM belongs into tls.caCertificate, or tls.certificate and tls.privateKey."
    )


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A directory with the client's certificate in every form."""
    (tmp_path / "own.pem").write_bytes(CLIENT.pem)
    (tmp_path / "own.key").write_bytes(CLIENT.key_pem)
    (tmp_path / "own.p12").write_bytes(CLIENT.pkcs12(PASSWORD))
    return tmp_path


def test_the_client_shows_its_certificate(
    spark: SparkSession, guarded_tls: dict[str, str], own: Path
) -> None:
    pem = {**guarded_tls, "tls.certificate": str(own / "own.pem")}
    keys = [str(own / "own.key"), f"file:{own / 'own.key'}", "env:CONNECTION_TESTS_KEY"]
    stores = [own / "own.p12", to_jks(own / "own.p12", PASSWORD)]
    for options in (
        *({**pem, "tls.privateKey": key} for key in keys),
        *(
            {**guarded_tls, "tls.keystore": str(store), "tls.keystorePassword": PASSWORD}
            for store in stores
        ),
    ):
        assert read(spark, options) == BOTH


def test_a_client_without_the_right_certificate_is_refused(
    spark: SparkSession, guarded_tls: dict[str, str], stranger: Authority, tmp_path: Path
) -> None:
    unknown = stranger.sign("client.example.com")
    (tmp_path / "unknown.key").write_bytes(unknown.key_pem)
    shown = {
        "tls.certificate": unknown.pem.decode(),
        "tls.privateKey": str(tmp_path / "unknown.key"),
    }
    for options in (guarded_tls, {**guarded_tls, **shown}):
        message = refusal(spark, options)
        assert message.startswith(
            "[RABBITMQ_STREAMS.TLS_REFUSED] No encrypted connection: the broker at"
            f" {guarded_tls['endpoints']} ended the handshake ("
        )
        assert message.endswith(
            " If it asks for a certificate of the client, give tls.certificate and"
            " tls.privateKey, or tls.keystore, signed by an authority that it trusts. Its log"
            " tells more."
        )


def test_what_is_no_key_is_not_shown(spark: SparkSession, tls: dict[str, str], own: Path) -> None:
    options = {**tls, "tls.certificate": str(own / "own.pem")}
    inside = base64.b64encode(b"what only the owner may know").decode()
    (own / "bare.key").write_text(inside)
    assert refusal(spark, {**options, "tls.privateKey": f"file:{own / 'bare.key'}"}, inside) == (
        "[RABBITMQ_STREAMS.TLS_SETUP] The text of the option tls.privateKey holds no key in PKCS#8"
        " (-----BEGIN PRIVATE KEY-----); 'openssl pkcs8 -topk8 -nocrypt' turns others into it."
    )
    broken = f"-----BEGIN PRIVATE KEY-----\n{inside}\n-----END PRIVATE KEY-----\n"
    (own / "broken.key").write_text(broken)
    assert refusal(spark, {**options, "tls.privateKey": str(own / "broken.key")}, inside) == (
        f"[RABBITMQ_STREAMS.TLS_SETUP] The file {own / 'broken.key'} of the option tls.privateKey"
        " holds no private key that Java knows, as of RSA or EC, in PKCS#8."
    )
