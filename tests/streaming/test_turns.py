"""Of several queries with one consumer name, only one reads at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.queries import Query
from support.wait import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import SparkSession

    from support.streams import Stream


def test_a_second_query_takes_over_where_the_first_one_ended(
    spark: SparkSession, stream: Stream, tmp_path: Path
) -> None:
    options = {
        **stream.options,
        "startingOffsets": "earliest",
        "consumerName": "shift",
        "singleActiveConsumer": "true",
    }
    first = Query(spark, options, tmp_path / "first")
    second = Query(spark, options, tmp_path / "second")
    stream.publish("a", "b")
    with first.running() as working:
        first.wait_for(working, 2)
        wait_until(lambda: stream.stored_offset("shift") == 1, 30, "the offset 1 stored")
        with second.running() as waiting:
            stream.publish("c")
            first.wait_for(working, 3)
            wait_until(lambda: stream.stored_offset("shift") == 3, 30, "the offset 3 stored")
            assert second.batches == {}
            working.stop()
            stream.publish("d")
            second.wait_for(waiting, 1)
    assert first.values == [b"a", b"b", b"c"]
    assert second.values == [b"d"]
