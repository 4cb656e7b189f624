"""Bad rows are skipped or kept, keys lead to several partitions, and no row is there twice."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from support.broker import unique
from support.failures import failure, ours

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.broker import Broker
    from support.streams import Stream, SuperStream

    from .pipeline import Pipeline

NUMBERS = [str(number) for number in range(500)]
BAD = [b"%d" % number for number in range(40, 500, 50)]
GOOD = [b"%d" % number for number in range(500) if number % 50 != 40]
# A group sequence cannot be negative.
COLUMNS = (
    "value",
    "offset",
    "named_struct('group_sequence', if(offset % 50 = 40, -1L, offset)) as properties",
)


@pytest.fixture
def rejected(broker: Broker) -> Iterator[Stream]:
    with broker.stream(unique("rejected")) as stream:
        yield stream


def half_written(pipeline: Pipeline) -> None:
    """Writes a part of the batch, until a row that cannot be written, which fails it."""
    failed = ours(failure(lambda: pipeline.run(batchSize="1")))
    assert "INVALID_ROW" in failed
    assert pipeline.sink.values()


def test_a_batch_that_failed_at_a_bad_row_is_completed_by_skipping_it(pipeline: Pipeline) -> None:
    pipeline = replace(pipeline, columns=COLUMNS)
    pipeline.source.publish(*NUMBERS)
    half_written(pipeline)
    pipeline.run(onDataError="skip")
    assert sorted(pipeline.sink.values(), key=int) == GOOD
    pipeline.forget_last_batch()
    pipeline.run(onDataError="skip")
    assert sorted(pipeline.sink.values(), key=int) == GOOD


def test_a_repeated_batch_leaves_good_rows_once_and_its_dead_letters_again(
    pipeline: Pipeline, rejected: Stream
) -> None:
    keeping = {"onDataError": "deadLetter", "deadLetterStream": rejected.name}
    pipeline = replace(pipeline, columns=COLUMNS)
    pipeline.source.publish(*NUMBERS)
    half_written(pipeline)
    for times in (1, 2):
        pipeline.run(**keeping)
        assert sorted(pipeline.sink.values(), key=int) == GOOD
        assert Counter(rejected.values()) == dict.fromkeys(BAD, times)
        pipeline.forget_last_batch()


def test_a_key_that_leads_to_several_partitions_brings_each_copy_once(
    pipeline: Pipeline, superstream: SuperStream
) -> None:
    first, second, third = superstream.partitions
    superstream.broker.bind(superstream.name, second.name, "0")
    columns = ("value", "offset", "string(offset % 3) as routing_key")
    options = {"orderingColumns": "offset", "routingStrategy": "key"}
    pipeline = replace(pipeline, sink=superstream, columns=columns, options=options)
    pipeline.source.publish(*NUMBERS)
    half_written(
        replace(pipeline, columns=("if(offset = 450, null, value) as value", *columns[1:]))
    )
    for _ in range(2):
        pipeline.run()
        assert numbers(first) == list(range(0, 500, 3))
        assert numbers(second) == [number for number in range(500) if number % 3 < 2]
        assert numbers(third) == list(range(2, 500, 3))
        pipeline.forget_last_batch()


def numbers(partition: Stream) -> list[int]:
    return sorted(int(value) for value in partition.values())
