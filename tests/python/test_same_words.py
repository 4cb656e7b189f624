"""What is wrong with options is told by the builders in the very words of the connector."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from pyspark.errors import IllegalArgumentException

from spark_rabbitmq_streams import OptionsError, Sink, Source
from spark_rabbitmq_streams._checks import problems
from spark_rabbitmq_streams._options import OPTIONS, RULES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyspark.sql import SparkSession

Texts = dict[str, str]

COMPLETE = {"stream": "orders", "endpoints": "rabbit"}

# Pairs and more that each break one of the rules, or keep it narrowly.
COMBINATIONS: list[Texts] = [
    {"superstream": "orders"},
    {"uris": "rabbitmq-stream://other"},
    {"uris": "env:URIS", "tls.caCertificate": "/ca.pem"},
    {"uris": "rabbitmq-stream+tls://rabbit", "tls.truststore": "/trust.p12"},
    {"uris": "rabbitmq-stream://rabbit", "tls.truststore": "/trust.p12"},
    {"uris": "rabbitmq-stream://rabbit/one", "vhost": "two"},
    {"uris": "rabbitmq-stream://rabbit/one", "vhost": " "},
    {"uris": "rabbitmq-stream://rabbit/", "vhost": "two"},
    {"uris": "env:URIS", "vhost": "two", "username": "me"},
    {"loadBalancer": "true", "addressMap": "a:1=b:2"},
    {"loadBalancer": " TRUE ", "addressResolverClass": "com.example.Resolver"},
    {"loadBalancer": "false", "addressResolverClass": "com.example.Resolver"},
    {"addressMap": "a:1=b:2", "addressResolverClass": "com.example.Resolver"},
    {"tls": "true", "tls.truststorePassword": "hidden"},
    {"tls": "true", "tls.truststore": "/t", "tls.truststorePassword": "hidden"},
    {"tls": "true", "tls.keystorePassword": "hidden"},
    {"tls": "true", "tls.certificate": "/c.pem"},
    {"tls": "true", "tls.privateKey": "/k.pem"},
    {"tls": "true", "tls.certificate": "/c.pem", "tls.privateKey": "/k.pem"},
    {"tls": "true", "tls.truststore": "/t", "tls.caCertificate": "/c", "tls.trustAll": "true"},
    {"tls": "true", "tls.trustAll": "true", "tls.truststore": "/t"},
    {"tls": "true", "tls.keystore": "/k", "tls.certificate": "/c", "tls.privateKey": "/k"},
    {"tls.caCertificate": "/c", "tls.keystore": "/k"},
    {"tls.certificate": "/c", "tls.privateKey": "/k"},
    {"tls.trustAll": "true"},
    {"tls": "maybe", "tls.trustAll": "true"},
    {"oauth2.clientId": "me"},
    {"oauth2.tokenEndpoint": "https://login/token", "oauth2.clientSecret": "hidden"},
    {"oauth2.scope": "read"},
    {
        "oauth2.tokenEndpoint": "https://login/token",
        "oauth2.clientId": "me",
        "oauth2.clientSecret": "hidden",
        "username": "me",
        "password": "hidden",
    },
    {"startingOffsets": "offset"},
    {"startingOffset": "7"},
    {"startingOffsets": "OFFSET", "startingOffset": "7"},
    {"startingOffsets": "timestamp"},
    {"startingTimestamp": "-2h", "startingOffsets": "latest"},
    {"endingOffsets": "offset"},
    {"endingOffset": "7"},
    {"endingOffsets": "timestamp"},
    {"endingTimestamp": "-2h"},
    {"startingOffsets": "latest", "startingOffsetsByTimestamp": '{"orders": "-2h"}'},
    {"endingOffsets": "latest", "endingOffsetsByTimestamp": '{"orders": "-2h"}'},
    {"startingOffsetsByTimestampStrategy": "error"},
    {"startingOffsetsByTimestampStrategy": "error", "startingOffsetsByTimestamp": '{"a": 1}'},
    {"maxTriggerDelay": "1m"},
    {"singleActiveConsumer": "true"},
    {"filterMatchUnfiltered": "true"},
    {"compression": "gzip"},
    {"compression": "GZIP", "subEntrySize": "1"},
    {"compression": "gzip", "subEntrySize": "100"},
    {"compression": "none", "subEntrySize": "100"},
    {"subEntrySize": "2", "producerName": "orders"},
    {"subEntrySize": "2", "filterValuePath": "properties.subject"},
    {"subEntrySize": "2", "filterValueExtractorClass": "com.example.Region"},
    {"filterValuePath": "properties.subject", "filterValueExtractorClass": "com.example.Region"},
    {"routingStrategy": "custom"},
    {"partitionerClass": "com.example.Partitions"},
    {"routingStrategy": "custom", "hashFunctionClass": "com.example.Hash"},
    {"routingStrategy": "key", "partitionerClass": "Partitions", "maxInFlight": "0"},
]

# Texts that some kind of option takes and others refuse, and that are near the edge of either.
TEXTS = [
    *(
        "",
        " ",
        "\t\n",
        "\xa0",
        "\u2003",
        "x",
        " x ",
        "true",
        "TRUE ",
        "false",
        "yes",
        "1",
        "0",
        "-1",
    ),
    *("+1", "01", "1.0", "1e3", "٣", "9223372036854775807", "9223372036854775808", "2147483648"),
    *("65535", "65536", "100000", "100001", "31536000000", "31536000001", "1_000", "0x10"),
    *(
        "none",
        "gzip",
        "Zstd",
        "hash",
        "custom",
        "error",
        "latest",
        "Earliest",
        "offset",
        "timestamp",
    ),
    *(
        "com.example.Orders",
        "com..Orders",
        ".Orders",
        "Orders.",
        "9Orders",
        "Örder$1",
        "a b",
        "_x.y",
    ),
    *(
        "rabbit:5552",
        "rabbit:0",
        "rabbit:65536",
        "rabbit:+1",
        "rabbit:x",
        "rabbit:",
        ":5552",
        "a,b:1",
    ),
    *("[::1]", "[::1]:5552", "::1", "[]:1", "a]", ",", "a,,b", "me@rabbit:1", "me:pass@rabbit:1"),
    *(
        "a:1=b:2",
        "a:1=b:2,",
        "a:1=b:2,a:1=c:3",
        "a=b",
        "a:1=b",
        "a:1 = b:2 , c:1=d:2",
        "a:1=b:2=c:3",
    ),
    *("env:NAME", " env:NAME ", "file:/path", "plain:", "-----BEGIN KEY-----", "env:-----"),
    *(
        "rabbitmq-stream://a",
        "rabbitmq-stream://a:1/v,rabbitmq-stream://b",
        "rabbitmq-stream://a:0",
    ),
    *("rabbitmq-stream://a,rabbitmq-stream+tls://b", "RABBITMQ-STREAM://a", "rabbitmq-stream://"),
    *("rabbitmq-stream://me:pass@a", "rabbitmq-stream://a?b", "rabbitmq-stream://a#b", "amqp://a"),
    *(
        "rabbitmq-stream://a_b",
        "rabbitmq-stream://a-",
        "rabbitmq-stream://a.1",
        "rabbitmq-stream:a",
    ),
    *("rabbitmq-stream://1.2.3.4:5552", "rabbitmq-stream://1.2.3.256", "rabbitmq-stream://a.b."),
    *("rabbitmq-stream://[::1]:5552/v", "rabbitmq-stream://[::1", "rabbitmq-stream://[x]"),
    *(
        "rabbitmq-stream://a/%2F",
        "rabbitmq-stream://a/%2",
        "rabbitmq-stream://a/ü",
        "rabbitmq-stream://a/b c",
    ),
    *("rabbitmq-stream://a:99999", "rabbitmq-stream://a:", "rabbitmq-stream://a:99999999999"),
    *(
        "http://login",
        "https://login:1/token?a=[b]#c",
        "https://me@login",
        "ftp://login",
        "https:login",
    ),
    *("HTTPS://login", "https:///token", "https://login/a b", "https://login/%zz", "//login"),
    *(
        '{"a": 1}',
        '{"a": "1"}',
        '{"a": -1}',
        '{"a": "earliest"}',
        '{"a": "latest"}',
        '{"a": "Latest"}',
    ),
    *(
        '{"a": 1, "a": 2}',
        "{}",
        "{",
        '{"a": 1}x',
        ' {"a": 1} ',
        '{"a": true}',
        '{"a": null}',
        "[1]",
    ),
    *('{"a": 1.5}', '{"a": 1e3}', '{"a": {}}', '{"a": [1]}', "{'a': 1}", '{"a": 1,}', '{"a": NaN}'),
    *(
        '{"a": "-2h", "b": 5}',
        '{"a": "2026-01-31T12:00:00Z"}',
        '{"a": -0}',
        '{"a": "+5"}',
        '{"": 1}',
    ),
    *('{"a": 01}', "{a: 1}", '{"a": "\\u0031"}', '{"a": "x\ny"}', '\ufeff{"a": 1}', '{"a": 1}\xa0'),
    *(
        "-90s",
        "-15m",
        "-2h",
        "-7d",
        "-5ms",
        "-5",
        "--5",
        "-",
        "- 5s",
        "5s",
        "500ms",
        "15 m",
        "1w",
        "1S",
    ),
    *("1234567890s", "123456789d", "5s,1s", "5s,1s,10m", "5s,1s,10m,1h", "5s,", ",5s", "5s, 1s"),
    *("2026-01-31T12:00:00Z", "2026-01-31T12:00Z", "2026-01-31T12:00:00.123456789+01:00"),
    *(
        "2026-01-31t12:00:00z",
        "2026-01-31T12:00:00",
        "2026-01-31 12:00:00Z",
        "2026-01-31",
        "2026-1-31T12:00Z",
    ),
    *(
        "2026-02-29T12:00:00Z",
        "2024-02-29T12:00:00Z",
        "2026-01-31T24:00:00Z",
        "2026-01-31T23:59:60Z",
    ),
    *(
        "1969-12-31T23:59:59Z",
        "1970-01-01T00:00:00Z",
        "1970-01-01T00:00:00+01:00",
        "1970-01-01T01:00+01:00",
    ),
    *("2026-01-31T12:00:00+01", "2026-01-31T12:00:00+0100", "2026-01-31T12:00:00+18:00"),
    *("2026-01-31T12:00:00+18:01", "2026-01-31T12:00:00+01:60", "2026-01-31T12:00:00+01:00:30"),
    *(
        "+10000-01-01T00:00:00Z",
        "+12024-02-29T00:00:00Z",
        "10000-01-01T00:00:00Z",
        "2026-01-31T12:00:00.Z",
    ),
    *(
        "2026-01-31T12:00:00.1234567890Z",
        "2026-01-31T12:00.5Z",
        "2026-01-31T12Z",
        " 2026-01-31T12:00Z ",
    ),
    *(
        "application_properties.region",
        "application_properties.",
        ".region",
        "application_properties",
    ),
    *(
        "properties.subject",
        "properties.user_id",
        "Properties.subject",
        "message_annotations.x.y",
        "x.y",
    ),
    *(
        "properties",
        "properties,routing_key",
        "routing_key,routing_key",
        "Properties",
        "properties,value",
    ),
    *(
        "999999999999999999",
        "1234567890123456789",
        "2026-13-01T00:00Z",
        "+02026-01-01T00:00Z",
        "x" * 300,
    ),
    *("é" * 100, "é" * 101, "0s", "0,1s", "0s,0s", "1s,0ms,5s", "1s,1s,0"),
]

LETTERS = " ,.:=/@[]{}\"'-+%#?_0159azTZé\t\u2003\\"


def refusal_of_connector(spark: SparkSession, texts: Texts) -> str | None:
    try:
        spark.read.format("rabbitmq_streams").options(**texts).load()
    except IllegalArgumentException as failure:
        return str(failure).split("\n\nJVM stacktrace")[0]
    return None


def refusal_of_builders(texts: Texts) -> str | None:
    """Of the whole table: a source takes no option of writes alone, nor a sink one of reads."""
    told = problems(texts)
    return str(OptionsError(told)) if told else None


def assert_same(spark: SparkSession, cases: Iterable[Texts]) -> None:
    different = []
    for texts in cases:
        connector, builders = refusal_of_connector(spark, texts), refusal_of_builders(texts)
        if connector != builders:
            different.append((texts, connector, builders))
    assert different == []


@pytest.mark.parametrize("texts", COMBINATIONS, ids=lambda texts: " ".join(texts))
def test_a_combination_is_told_alike(spark: SparkSession, texts: Texts) -> None:
    assert_same(spark, [{**COMPLETE, **texts}])


def test_every_rule_is_broken_by_one_of_the_combinations() -> None:
    told = {problem for texts in COMBINATIONS for problem in problems({**COMPLETE, **texts})}
    missing = "set endpoints (as in"
    assert [rule.sentence for rule in RULES if rule.sentence not in told] == [
        rule.sentence for rule in RULES if rule.sentence.startswith(missing)
    ]


def test_every_text_is_told_alike_by_every_option(spark: SparkSession) -> None:
    """Each text is given to all options at once, so that the refusal names those that refuse it."""
    taken: Counter[str] = Counter()
    for text in TEXTS:
        texts = {option.name: text for option in OPTIONS}
        assert_same(spark, [texts])
        told = "\n".join(problems(texts))
        taken.update(
            each.name for each in OPTIONS if f"\n{each.name} {each.shown(text)}" not in told
        )
    assert [each.name for each in OPTIONS if not 0 < taken[each.name] < len(TEXTS)] == []


def damaged(text: str, chance: random.Random) -> str:
    """One to three letters are put in, taken out, or moved in from another text."""
    for _ in range(chance.randint(1, 3)):
        place = chance.randint(0, len(text))
        new = chance.choice([chance.choice(LETTERS), "", chance.choice(TEXTS)[:5]])
        text = text[:place] + new + text[place + (not new) :]
    return text


def test_damaged_texts_are_told_alike_by_every_option(spark: SparkSession) -> None:
    chance = random.Random(17)  # noqa: S311 - the same texts each time
    texts = [damaged(chance.choice(TEXTS), chance) for _ in range(200)]
    assert_same(spark, ({option.name: text for option in OPTIONS} for text in texts))


def test_all_problems_are_told_at_once(spark: SparkSession) -> None:
    pairs = itertools.pairwise(COMBINATIONS)
    assert_same(spark, ({**COMPLETE, **one, **other} for one, other in pairs))


def test_a_builder_raises_what_the_connector_says(spark: SparkSession) -> None:
    with pytest.raises(OptionsError) as of_source:
        Source(stream="orders", superstream="orders", endpoints="rabbit", max_wait_ms=0)
    texts = {"stream": "orders", "superstream": "orders", "endpoints": "rabbit", "maxWaitMs": "0"}
    assert str(of_source.value) == refusal_of_connector(spark, texts)
    assert len(of_source.value.problems) == 2
    with pytest.raises(OptionsError) as of_sink:
        Sink(stream="orders", endpoints="rabbit", compression="zstd", batch_size=-1)
    texts = {"stream": "orders", "endpoints": "rabbit", "compression": "zstd", "batchSize": "-1"}
    assert str(of_sink.value) == refusal_of_connector(spark, texts)


def test_no_refusal_shows_a_secret(spark: SparkSession) -> None:
    secret = "hidden-Treasure-17"
    for texts in (
        {"password": secret, "uris": f"rabbitmq-stream://me:{secret}@rabbit", "stream": "orders"},
        {**COMPLETE, "endpoints": f"me:{secret}@rabbit"},
        {**COMPLETE, "tls.privateKey": f"-----{secret}-----"},
        {**COMPLETE, "oauth2.tokenEndpoint": f"https://me:{secret}@login"},
        {**COMPLETE, "oauth2.clientSecret": secret, "tls.keystorePassword": secret},
    ):
        refusal = refusal_of_connector(spark, texts)
        assert refusal is not None
        assert refusal == refusal_of_builders(texts)
        assert secret not in refusal
