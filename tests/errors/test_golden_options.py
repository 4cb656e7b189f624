"""What is said of options that cannot be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.failures import SECRET, Golden, failure, ours, table, write

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import SparkSession

    from support.streams import Stream

ORDERS = {"endpoints": "127.0.0.1:5552", "stream": "orders"}
WRONG: dict[str, dict[str, str]] = {
    "nothing-given": {},
    "stream-and-superstream": {**ORDERS, "superstream": "all-orders"},
    "misspelt": {**ORDERS, "pasword": SECRET, "max_wait_ms": "1000"},
    "removed": {**ORDERS, "filterValueColumn": "region"},
    "creation": {**ORDERS, "maxAge": "7 days", "partitions": "3", "bindingKeys": "emea,emea"},
    "creation-of-partitions": {
        "endpoints": "127.0.0.1:5552",
        "superstream": "orders",
        "createStream": "true",
        "maxLengthBytes": "20 gigabytes",
    },
    "path": {**ORDERS, "path": "/orders"},
    "wrong-number": {**ORDERS, "maxWaitMs": "soon", "initialCredits": "0"},
    "wrong-choice": {**ORDERS, "compression": "rar", "failOnDataLoss": "perhaps"},
    "wrong-endpoint": {**ORDERS, "endpoints": "rabbit-1:stream"},
    "offset-missing": {**ORDERS, "startingOffsets": "offset"},
    "password-in-endpoints": {**ORDERS, "endpoints": f"guest:{SECRET}@rabbit-1:5552"},
    "password-in-uris": {"stream": "orders", "uris": f"rabbitmq-stream://guest:{SECRET}@rabbit-1"},
    "two-logins": {**ORDERS, "password": SECRET, "oauth2.clientId": "spark"},
    "tls-without-tls": {**ORDERS, "tls.truststore": "/trusted.jks"},
    "dead-letters-without-a-stream": {**ORDERS, "onDataError": "deadLetter"},
    "all-at-once": {
        "stream": "orders",
        "superstream": "all-orders",
        "compresion": "gzip",
        "minPartitions": "0",
        "password": SECRET,
        "filterValuePath": "body",
    },
}


@pytest.mark.parametrize("options", WRONG.values(), ids=WRONG.keys())
def test_options(spark: SparkSession, golden: Golden, options: dict[str, str]) -> None:
    golden(lambda: table(spark, **options))


def test_a_write_says_the_same(spark: SparkSession) -> None:
    options = WRONG["all-at-once"]
    rows = spark.range(1).selectExpr("cast('a' as binary) as value")
    read = ours(failure(lambda: table(spark, **options)))
    assert ours(failure(lambda: write(rows, **options))) == read


def test_a_variable_that_is_not_set(spark: SparkSession, golden: Golden, stream: Stream) -> None:
    options = {**stream.options, "password": "env:NO_SUCH_VARIABLE"}
    golden(lambda: table(spark, **options).count())


def test_a_file_that_is_not_there(
    spark: SparkSession, golden: Golden, stream: Stream, tmp_path: Path
) -> None:
    options = {**stream.options, "password": f"file:{tmp_path}/no-such-file"}
    golden(lambda: table(spark, **options).count(), directory=str(tmp_path))


def test_uris_by_reference_that_are_no_uris(
    spark: SparkSession, golden: Golden, tmp_path: Path
) -> None:
    file = tmp_path / "uris"
    file.write_text(f"http://guest:{SECRET}@rabbit-1:5552")
    golden(lambda: table(spark, stream="orders", uris=f"file:{file}").count())
