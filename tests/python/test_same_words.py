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
from support.wrong_options import (
    COMBINATIONS,
    COMPLETE,
    LETTERS,
    TEXTS,
    Combination,
    Texts,
    combined,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyspark.sql import SparkSession


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
def test_a_combination_is_told_alike(spark: SparkSession, texts: Combination) -> None:
    assert_same(spark, [combined(texts)])


def test_every_rule_is_broken_by_one_of_the_combinations() -> None:
    told = {problem for texts in COMBINATIONS for problem in problems(combined(texts))}
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
    assert_same(spark, (combined(one, other) for one, other in pairs))


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
        {**COMPLETE, "tls.privateKey": "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", "tls": "true"},
        {**COMPLETE, "oauth2.tokenEndpoint": f"https://me:{secret}@login"},
        {**COMPLETE, "oauth2.clientSecret": secret, "tls.keystorePassword": secret},
    ):
        refusal = refusal_of_connector(spark, texts)
        assert refusal is not None
        assert refusal == refusal_of_builders(texts)
        assert secret not in refusal
