"""What operators see of the connections, and secrets that are kept elsewhere."""

from __future__ import annotations

import os
import re
import socket
from functools import reduce
from typing import TYPE_CHECKING

from support.reading import read, refusal, write
from support.wait import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import SparkSession

    from support.broker import Broker
    from support.container import ContainerBroker
    from support.streams import Stream

BOTH = [b"first", b"second"]
KEPT = "CONNECTION_TESTS_PASSWORD"


def named(broker: Broker, head: str) -> list[tuple[str, object]]:
    """The names that begin so, each with the heartbeat of its connection."""
    return sorted(
        (name, connection["heartbeat"])
        for connection in broker.connections()
        for name in re.findall(rf"\b{head}[\w-]*", str(connection["client_properties"]))
    )


def test_connections_are_named_and_tuned_and_closed_when_idle(
    spark: SparkSession, orders: Stream, encrypted: ContainerBroker
) -> None:
    options = {
        **orders.options,
        "environmentId": "orders-of-today",
        "environmentIdleTimeoutMs": "12000",
        "requestedHeartbeatSeconds": "7",
        "locatorConnectionCount": "3",
        "rpcTimeoutMs": "5000",
    }
    assert read(spark, options) == BOTH
    assert {name for name, _ in named(encrypted, "orders-of-today-")} == {
        "orders-of-today-inspector",
        "orders-of-today-locator",
        "orders-of-today-reader",
    }
    with encrypted.stream() as another:
        write(spark, {**options, "stream": another.name}, "third")
    assert named(encrypted, "orders-of-today-") == [
        ("orders-of-today-inspector", 7),
        *3 * [("orders-of-today-locator", 7)],
        ("orders-of-today-reader", 7),
        ("orders-of-today-writer", 7),
    ]
    wait_until(lambda: not named(encrypted, "orders-of-today-"), 60, "an end of the idle ones")


def test_secrets_come_from_the_environment_and_from_files(
    spark: SparkSession, orders: Stream, encrypted: ContainerBroker, tmp_path: Path
) -> None:
    password = os.environ[KEPT]
    encrypted.add_user("keeper", password)
    kept = tmp_path / "password"
    kept.write_text(f"{password}\n")
    for reference in (f"env:{KEPT}", f"file:{kept}", f"plain:{password}"):
        options = {**orders.options, "username": "keeper", "password": reference}
        assert read(spark, options) == BOTH


def test_uris_with_a_login_come_from_a_file(
    spark: SparkSession, orders: Stream, encrypted: ContainerBroker, tmp_path: Path
) -> None:
    encrypted.add_user("no/body", "to:see")
    kept = tmp_path / "uris"
    options = {"uris": f"file:{kept}", "stream": orders.name}
    kept.write_text(f"rabbitmq-stream://no%2Fbody:to%3Asee@{encrypted.endpoint}/%2F\n")
    assert read(spark, options) == BOTH
    kept.write_text(f"rabbitmq-stream://no%2Fbody:other@{encrypted.endpoint}\n")
    assert refusal(
        spark, {**options, "environmentId": "anew"}, "no/body", "no%2Fbody", "other@"
    ) == (
        f"[RABBITMQ_STREAMS.LOGIN_REFUSED] The broker at {encrypted.endpoint} refused the login of"
        " the user of the option uris. Check the options username and password, and that the user"
        " exists there (rabbitmqctl list_users). The user guest may log in from the broker's own"
        " machine only, unless the broker is configured otherwise."
    )


def test_a_secret_that_is_not_there_is_told(spark: SparkSession, orders: Stream) -> None:
    options = {**orders.options, "environmentId": "without"}
    assert refusal(spark, {**options, "password": "env:NO_SUCH_VARIABLE"}) == (
        "[RABBITMQ_STREAMS.SECRET_NOT_FOUND] The option that is given as env:NO_SUCH_VARIABLE"
        " refers to the environment variable NO_SUCH_VARIABLE, which is not set in this process."
        " Set it for the driver, and for every executor with spark.executorEnv.NO_SUCH_VARIABLE."
    )


def test_a_broker_has_as_long_for_an_answer_as_it_is_given(
    spark: SparkSession, orders: Stream
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        endpoint = "{}:{}".format(*silent.getsockname())
        options = {**orders.options, "endpoints": endpoint, "rpcTimeoutMs": "100"}
        message = refusal(spark, options)
    assert message.startswith(
        "[RABBITMQ_STREAMS.BROKER_UNREACHABLE] No RabbitMQ stream listener answered at"
        f" {endpoint} (Could not get response in 100 ms"
    )


def usual_connections(spark: SparkSession) -> int:
    """One for each processor, but never less than two: only beyond them are any shared."""
    jvm = spark.sparkContext._jvm
    assert jvm is not None
    return max(2, int(jvm.java.lang.Runtime.getRuntime().availableProcessors()))


def test_no_more_producers_share_a_connection_than_may(
    spark: SparkSession, encrypted: ContainerBroker
) -> None:
    usual = usual_connections(spark)
    # A task has a producer for each partition.
    rows = spark.range(2_000).coalesce(1)
    rows = rows.selectExpr("cast('a' as binary) as value", "string(id) as routing_key")

    def connections(most: int) -> int:
        writer = rows.write.format("rabbitmq_streams").options(**superstream.options)
        writer = writer.options(environmentId=f"at-most-{most}", maxProducersByConnection=most)
        writer.mode("append").save()
        return len(named(encrypted, f"at-most-{most}-writer"))

    with encrypted.superstream(partitions=2 * usual + 2) as superstream:
        found = [connections(most) for most in (1, 2, 256)]
        assert all(partition.values() for partition in superstream.partitions)
    assert found == [2 * usual + 2, usual + 1, usual]


def test_no_more_consumers_share_a_connection_than_may(
    spark: SparkSession, orders: Stream, encrypted: ContainerBroker
) -> None:
    usual = usual_connections(spark)
    orders.publish(*map(str, range(98)))

    def connections(most: int) -> int:
        reader = spark.read.format("rabbitmq_streams").options(**orders.options)
        reader = reader.options(environmentId=f"at-most-{most}", maxConsumersByConnection=most)
        tables = [reader.load()._jdf.javaToPython() for _ in range(2 * usual + 2)]
        # One task reads all of them side by side.
        assert reduce(lambda left, right: left.zip(right), tables).count() > 1
        return len(named(encrypted, f"at-most-{most}-reader"))

    assert [connections(most) for most in (1, 2, 256)] == [2 * usual + 2, usual + 1, usual]
