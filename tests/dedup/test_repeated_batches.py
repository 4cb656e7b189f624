"""A batch that Spark repeats leaves each of its rows in the stream once."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from support.failures import failure, ours

from .pipeline import IDS_OF_AN_EPOCH

if TYPE_CHECKING:
    from support.streams import SuperStream

    from .pipeline import Pipeline

NUMBERS = [str(number) for number in range(500)]
BROKEN = ("if(offset = 450, null, value) as value", "offset")


def half_written(pipeline: Pipeline, **options: str) -> None:
    """Writes a part of the batch of 500 rows, until a row that is none."""
    broken = replace(pipeline, columns=BROKEN)
    # Batches of one are sent at once, and so before the task fails.
    assert "INVALID_ROW" in ours(failure(lambda: broken.run(batchSize="1", **options)))
    assert 0 < len(pipeline.sink.values()) < 500


def test_a_batch_that_was_written_and_not_noted_is_repeated_and_not_seen(
    pipeline: Pipeline,
) -> None:
    pipeline.source.publish(*NUMBERS)
    pipeline.run()
    pipeline.forget_last_batch()
    pipeline.run()
    assert pipeline.is_exact()


def test_a_query_creates_where_it_writes_to(pipeline: Pipeline) -> None:
    pipeline.sink.delete()
    pipeline.source.publish(*NUMBERS)
    pipeline.run(createStream="true")
    pipeline.forget_last_batch()
    pipeline.run(createStream="true")
    assert pipeline.is_exact()


def test_a_batch_that_was_written_in_part_is_completed(pipeline: Pipeline) -> None:
    pipeline.source.publish(*NUMBERS)
    pipeline = replace(pipeline, columns=("value", "offset"))
    half_written(pipeline)
    pipeline.run()
    assert pipeline.is_exact()


def test_batches_that_are_repeated_one_after_the_other_leave_each_row_once(
    pipeline: Pipeline,
) -> None:
    for _ in range(3):
        pipeline.source.publish(*NUMBERS[:50])
        pipeline.run(maxRecordsPerTrigger="20")
        pipeline.forget_last_batch()
        pipeline.run()
    assert pipeline.is_exact()


def test_the_names_of_a_query_are_few_and_its_ids_tell_the_batch(pipeline: Pipeline) -> None:
    for _ in range(3):
        pipeline.source.publish(*NUMBERS)
        pipeline.run()
    metadata = json.loads((pipeline.checkpoint / "metadata").read_text())
    last_ids = pipeline.last_ids(metadata["id"])
    assert [last_id // IDS_OF_AN_EPOCH for last_id in last_ids] == [3] * 4 + [0] * 28


def test_rows_of_a_key_keep_their_order_in_a_super_stream(
    pipeline: Pipeline, superstream: SuperStream
) -> None:
    pipeline = replace(pipeline, sink=superstream)
    pipeline.source.publish(*NUMBERS)
    pipeline.run(producerName="orders")
    pipeline.forget_last_batch()
    pipeline.run(producerName="orders")
    assert pipeline.is_exact()
    for partition in superstream.partitions:
        numbers = [int(value) for value in partition.values()]
        for key in range(7):
            of_key = [number for number in numbers if number % 7 == key]
            assert of_key == sorted(of_key)


def test_rows_with_ids_are_written_by_one_producer(pipeline: Pipeline) -> None:
    columns = ("value", "offset + 1 as publishing_id")
    pipeline = replace(pipeline, columns=columns, options={"producerName": "orders"})
    for _ in range(2):
        pipeline.source.publish(*NUMBERS)
        pipeline.run()
        pipeline.forget_last_batch()
        pipeline.run()
    assert pipeline.sink.values() == pipeline.source.values()
    client = pipeline.sink.broker.client
    last = client.last_offset(pipeline.source.name)
    assert last is not None
    assert client.last_publishing_id(pipeline.sink.name, "orders") == last + 1


def test_counts_of_a_query_with_state_are_written_once(pipeline: Pipeline) -> None:
    counted = pipeline.rows().groupBy("value").count()
    rows = counted.selectExpr("cast(concat(value, ' ', count) as binary) as value", "value as key")
    writer = rows.writeStream.format("rabbitmq_streams").options(**pipeline.sink.options)
    writer = writer.options(deduplication="effectively-once", orderingColumns="key")
    writer = writer.option("checkpointLocation", str(pipeline.checkpoint)).outputMode("update")
    pipeline.source.publish("a", "b", "a")
    for _ in range(2):
        assert writer.trigger(availableNow=True).start().awaitTermination(90)
        pipeline.forget_last_batch()
    assert sorted(pipeline.sink.values()) == [b"a 2", b"b 1"]


def test_nulls_have_a_place_in_the_order(pipeline: Pipeline) -> None:
    pipeline.source.publish(*NUMBERS)
    columns = ("value", "nullif(offset, 3) as place", "if(offset = 4, null, 'x') as text")
    options = {"orderingColumns": "text, place"}
    pipeline = replace(pipeline, columns=columns, options=options)
    pipeline.run()
    pipeline.forget_last_batch()
    pipeline.run()
    assert pipeline.is_exact()


def test_a_batch_begins_with_another_number_of_writers_after_one_that_is_done(
    pipeline: Pipeline,
) -> None:
    for writers in ("4", "7", "1"):
        pipeline.source.publish(*NUMBERS)
        pipeline.run(deduplicationWriters=writers)
        assert pipeline.is_exact()


def test_a_batch_that_was_begun_goes_on_with_as_many_writers_only(
    pipeline: Pipeline,
) -> None:
    pipeline.source.publish(*NUMBERS)
    pipeline = replace(pipeline, columns=("value", "offset"))
    half_written(pipeline, deduplicationWriters="5")
    before = pipeline.sink.values()
    for writers in ("6", "2"):
        changed = replace(pipeline, options={**pipeline.options, "deduplicationWriters": writers})
        message = ours(failure(changed.run))
        assert "REPETITION_DIFFERS" in message
        assert "Undo what has changed since then" in message
    assert pipeline.sink.values() == before
    pipeline.run(deduplicationWriters="5")
    assert pipeline.is_exact()


def test_a_batch_that_was_begun_goes_on_in_the_same_order_only(pipeline: Pipeline) -> None:
    pipeline.source.publish(*NUMBERS)
    pipeline = replace(pipeline, columns=("value", "offset"))
    half_written(pipeline)
    backwards = replace(
        pipeline,
        columns=("value", "-offset as behind"),
        options={"orderingColumns": "behind"},
    )
    assert "REPETITION_DIFFERS" in ours(failure(backwards.run))
    pipeline.run()
    assert pipeline.is_exact()


def half_written_to(superstream: SuperStream, pipeline: Pipeline) -> Pipeline:
    """A pipeline to the super stream that has written a part of its batch there."""
    pipeline.source.publish(*NUMBERS)
    columns = ("value", "offset", "string(offset) as routing_key")
    broken = ("if(offset = 450, null, value) as value", *columns[1:])
    pipeline = replace(pipeline, sink=superstream, columns=columns)
    failed = ours(failure(lambda: replace(pipeline, columns=broken).run(batchSize="1")))
    assert "INVALID_ROW" in failed
    return pipeline


def test_a_partition_that_appears_within_a_batch_is_told(
    pipeline: Pipeline, superstream: SuperStream
) -> None:
    pipeline = half_written_to(superstream, pipeline)
    with superstream.broker.stream() as added:
        superstream.broker.bind(superstream.name, added.name, "added")
        assert "the partitions of the super stream" in ours(failure(pipeline.run))
        superstream.broker.unbind(superstream.name, added.name)
    pipeline.run()
    assert pipeline.is_exact()


def test_another_key_of_a_partition_within_a_batch_is_told_before_a_row_is_written(
    pipeline: Pipeline, superstream: SuperStream
) -> None:
    """By hash, a partition counts once for each key that it is bound with."""
    pipeline = half_written_to(superstream, pipeline)
    before = superstream.values()
    assert before
    second = superstream.stream_names[1]
    superstream.broker.bind(superstream.name, second, "another")
    message = ours(failure(pipeline.run))
    assert "the partitions of the super stream" in message
    assert message.endswith("This task has sent nothing to the broker.")
    assert superstream.values() == before
    superstream.broker.unbind(superstream.name, second, "another")
    pipeline.run()
    assert pipeline.is_exact()


def test_a_repeated_batch_that_lacks_rows_is_told(pipeline: Pipeline) -> None:
    pipeline.source.publish(*NUMBERS)
    pipeline.run()
    pipeline.forget_last_batch()
    narrowed = replace(pipeline, columns=("value", "offset"))
    rows = narrowed.rows().where("offset < 400")
    writer = rows.writeStream.format("rabbitmq_streams").options(**pipeline.sink.options)
    writer = writer.options(deduplication="effectively-once", **pipeline.options)
    writer = writer.option("checkpointLocation", str(pipeline.checkpoint))
    query = writer.trigger(availableNow=True).start()
    message = ours(failure(lambda: query.awaitTermination(90)))
    assert "which the repetition does not bring there" in message
