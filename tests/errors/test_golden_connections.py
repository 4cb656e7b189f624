"""What is said when the broker cannot be reached, or does not let us in."""

from __future__ import annotations

import socket
import time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from support.amqp import classic_queue, exchange
from support.broker import unique
from support.container import ContainerBroker
from support.failures import SECRET, UNSENT, Golden, table, write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import DataFrame, SparkSession

    from support.broker import Broker
    from support.brokers import Brokers
    from support.streams import Stream

WITHIN = 30
STRANGER = {"username": "guest", "password": SECRET, "stream": "orders"}


@pytest.fixture
def rows(spark: SparkSession) -> DataFrame:
    return spark.range(1).selectExpr("cast('a' as binary) as value")


@pytest.fixture
def clock() -> Iterator[None]:
    """Whoever cannot connect is told soon."""
    began = time.monotonic()
    yield
    assert time.monotonic() - began < WITHIN


@pytest.mark.usefixtures("clock")
def test_a_port_where_nobody_listens(spark: SparkSession, golden: Golden) -> None:
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        port = reserved.getsockname()[1]
        options = {**STRANGER, "endpoints": f"127.0.0.1:{port}"}
        golden(lambda: table(spark, **options).count())


@pytest.mark.usefixtures("clock")
def test_a_listener_that_never_answers(golden: Golden, rows: DataFrame) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        options = {**STRANGER, "endpoints": f"127.0.0.1:{port}", "rpcTimeoutMs": "3000"}
        golden(lambda: write(rows, **options))


@pytest.mark.usefixtures("clock")
def test_a_host_that_has_no_address(spark: SparkSession, golden: Golden) -> None:
    options = {**STRANGER, "endpoints": "no-such-host.invalid:5552"}
    golden(lambda: table(spark, **options).count())


@pytest.mark.usefixtures("clock")
def test_the_port_of_amqp(spark: SparkSession, golden: Golden, broker: Broker) -> None:
    if not isinstance(broker, ContainerBroker):
        pytest.skip("Only of a broker of ours is the other port known")
    port = urlsplit(broker.amqp_uri).port or 0
    options = {**STRANGER, "endpoints": f"127.0.0.1:{port}"}
    golden(lambda: table(spark, **options).count())


def test_a_wrong_password(
    spark: SparkSession, golden: Golden, stream: Stream, rows: DataFrame
) -> None:
    options = {**stream.options, "password": SECRET}
    golden(lambda: table(spark, **options).count(), endpoint=stream.broker.endpoint)
    golden(lambda: write(rows, **options), then=UNSENT, endpoint=stream.broker.endpoint)


def test_a_missing_virtual_host(spark: SparkSession, golden: Golden, stream: Stream) -> None:
    options = {**stream.options, "vhost": "no-such-vhost"}
    golden(lambda: table(spark, **options).count(), endpoint=stream.broker.endpoint)


def test_no_permission_to_read(spark: SparkSession, golden: Golden, stream: Stream) -> None:
    user = stream.broker.add_user(unique("user"), SECRET, read="")
    options = {**stream.options, "username": user.username, "password": SECRET}
    golden(lambda: table(spark, **options).count(), stream=stream.name, user=user.username)


def test_no_permission_to_write(golden: Golden, stream: Stream, rows: DataFrame) -> None:
    user = stream.broker.add_user(unique("user"), SECRET, write="")
    options = {**stream.options, "username": user.username, "password": SECRET}
    golden(lambda: write(rows, **options), stream=stream.name, user=user.username)


@pytest.mark.parametrize(
    "target",
    [{"stream": "forbidden"}, {"superstream": "forbidden", "partitions": "3"}],
    ids=["stream", "superstream"],
)
def test_no_permission_to_create(
    golden: Golden, stream: Stream, rows: DataFrame, target: dict[str, str]
) -> None:
    user = stream.broker.add_user(unique("user"), SECRET, configure="^$")
    login = {"username": user.username, "password": SECRET, "createStream": "true"}
    keyed = rows.selectExpr("value", "'0' as routing_key")
    options = {**stream.broker.options, **target, **login}
    golden(lambda: write(keyed, **options))


def test_a_name_that_a_queue_has(golden: Golden, broker: Broker, rows: DataFrame) -> None:
    name = unique("queue")
    with classic_queue(broker, name):
        options = {**broker.options, "stream": name, "createStream": "true", "maxAge": "7d"}
        golden(lambda: write(rows, **options), queue=name)


def test_a_name_that_an_exchange_has(golden: Golden, broker: Broker, rows: DataFrame) -> None:
    name = unique("exchange")
    keyed = rows.selectExpr("value", "'0' as routing_key")
    options = {"superstream": name, "createStream": "true", "partitions": "3"}
    with exchange(broker, name):
        golden(lambda: write(keyed, **broker.options, **options), exchange=name)


def test_more_partitions_than_a_superstream_may_have(
    golden: Golden, broker: Broker, rows: DataFrame
) -> None:
    if broker.series < (4, 3):
        pytest.skip("brokers before 4.3 take any number of partitions")
    keyed = rows.selectExpr("value", "'0' as routing_key")
    options = {"superstream": "many", "createStream": "true", "partitions": "1001"}
    golden(lambda: write(keyed, **broker.options, **options))


@pytest.fixture(scope="module")
def old_broker(brokers: Brokers) -> Broker:
    return brokers.start("3.10")


def test_a_broker_that_is_too_old(
    spark: SparkSession, golden: Golden, old_broker: Broker, rows: DataFrame
) -> None:
    options = {**old_broker.options, "stream": "orders"}
    endpoint, version = old_broker.endpoint, old_broker.version
    golden(lambda: table(spark, **options).count(), endpoint=endpoint, version=version)
    golden(lambda: write(rows, **options), then=UNSENT, endpoint=endpoint, version=version)
