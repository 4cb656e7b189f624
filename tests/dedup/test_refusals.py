"""What cannot be written once is refused before anything is written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from support.broker import unique
from support.failures import failure, ours
from support.logs import Log

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pyspark.sql import SparkSession

    from support.streams import SuperStream

    from .pipeline import Pipeline

ROWS = ("value", "offset", "application_properties", "double(offset) as share")
IDS = ("value", "offset + 1 as publishing_id")


@pytest.mark.parametrize(
    ("columns", "options", "words"),
    [
        (ROWS[:1], {}, "name columns that tell them apart with orderingColumns"),
        (ROWS, {"orderingColumns": "number"}, "orderingColumns names 'number', but the rows have"),
        (ROWS, {"orderingColumns": "application_properties"}, "which is map<string,string>"),
        (ROWS, {"orderingColumns": "offset,share"}, "names 'share', which is double"),
        (IDS, {"orderingColumns": "publishing_id"}, "both order the rows; keep one"),
        (IDS, {"deduplicationWriters": "2"}, "written by one writer, so that ids grow"),
        (
            ROWS[:2],
            {"orderingColumns": "offset", "subEntrySize": "10"},
            "deduplication=effectively-once needs subEntrySize=1",
        ),
    ],
)
def test_what_does_not_fit_together_is_refused(
    pipeline: Pipeline, columns: tuple[str, ...], options: dict[str, str], words: str
) -> None:
    pipeline.source.publish("a")
    given = {"ignoreUnknownColumns": "true", **options}
    pipeline = replace(pipeline, columns=columns, options=given)
    message = ours(failure(pipeline.run))
    assert "[INVALID_OPTIONS]" in message
    assert words in message
    assert pipeline.sink.values() == []


@pytest.mark.parametrize(
    "columns",
    [
        ("value", "uuid() as place"),
        ("value", "offset + cast(rand() as bigint) as place"),
        ("value", "offset as place", "named_struct('message_id', uuid()) as properties"),
    ],
    ids=lambda columns: columns[-1],
)
def test_a_query_that_gives_other_rows_when_it_is_repeated_is_refused(
    pipeline: Pipeline, columns: tuple[str, ...]
) -> None:
    pipeline.source.publish("a")
    pipeline = replace(pipeline, columns=columns, options={"orderingColumns": "place"})
    message = ours(failure(pipeline.run))
    assert "[INVALID_OPTIONS]" in message
    assert "a query that gives the same rows when Spark repeats a batch" in message
    assert pipeline.sink.values() == []


def test_what_spark_keeps_for_a_repeated_batch_is_no_reason_to_refuse(
    pipeline: Pipeline,
) -> None:
    pipeline.source.publish("a", "b")
    columns = ("value", "offset as place", "current_timestamp() as creation_time")
    pipeline = replace(pipeline, columns=columns, options={"orderingColumns": "place"})
    with Log(pipeline.spark) as log:
        pipeline.run()
        assert log.lines("WARN") == []
    assert pipeline.sink.values() == [b"a", b"b"]


def test_rows_that_name_their_streams_are_refused(pipeline: Pipeline) -> None:
    pipeline.source.publish("a")
    rows = pipeline.rows().selectExpr("value", "offset", f"'{pipeline.sink.name}' as stream")
    writer = rows.writeStream.format("rabbitmq_streams").options(**pipeline.sink.broker.options)
    writer = writer.options(deduplication="effectively-once", orderingColumns="offset")
    writer = writer.option("checkpointLocation", str(pipeline.checkpoint))
    query = writer.trigger(availableNow=True).start()
    message = ours(failure(lambda: query.awaitTermination(90)))
    assert "deduplication=effectively-once needs stream or superstream" in message
    assert pipeline.sink.values() == []


def test_a_batch_write_is_refused(spark: SparkSession, pipeline: Pipeline) -> None:
    rows = spark.range(3).selectExpr("cast(string(id) as binary) as value", "id")
    writer = rows.write.format("rabbitmq_streams").options(**pipeline.sink.options)
    writer = writer.options(deduplication="effectively-once", orderingColumns="id")
    message = ours(failure(writer.mode("append").save))
    assert "effectively-once is for streaming queries" in message
    assert pipeline.sink.values() == []


@pytest.fixture
def speculating(spark: SparkSession) -> Iterator[None]:
    session: Any = spark._jsparkSession
    conf = session.sessionState().conf()
    conf.setConfString("spark.speculation", "true")
    yield
    conf.setConfString("spark.speculation", "false")


@pytest.mark.usefixtures("speculating")
def test_speculation_is_refused(pipeline: Pipeline) -> None:
    pipeline.source.publish("a")
    assert "needs spark.speculation=false" in ours(failure(pipeline.run))


def test_continuous_processing_is_refused_by_spark(
    spark: SparkSession, pipeline: Pipeline, tmp_path: Path
) -> None:
    rows = spark.readStream.format("rate").option("numPartitions", "4").load()
    rows = rows.selectExpr("cast(string(value) as binary) as value", "value as number")
    writer = rows.writeStream.format("rabbitmq_streams").options(**pipeline.sink.options)
    writer = writer.options(deduplication="effectively-once", orderingColumns="number")
    writer = writer.option("checkpointLocation", str(tmp_path / "continuous"))
    writer = writer.trigger(continuous="1 second")
    refusal = str(failure(lambda: writer.start().awaitTermination(60)))
    assert "cannot request distribution and ordering in continuous execution" in refusal


def test_rows_that_no_column_tells_apart_are_named(pipeline: Pipeline) -> None:
    pipeline.source.publish("a", "b", "c")
    columns = ("value", "if(offset = 0, 0, 1) as number", "'all' as text")
    options = {"orderingColumns": "number,TEXT", "producerName": "orders"}
    pipeline = replace(pipeline, columns=columns, options=options)
    message = ours(failure(pipeline.run))
    assert "[AMBIGUOUS_ORDER]" in message
    assert "in batch 0 are equal in orderingColumns: number=1, text='all'" in message


def test_who_may_not_read_the_sink_is_told_so_first(pipeline: Pipeline) -> None:
    sink = pipeline.sink
    pipeline.source.publish("a")
    writer = sink.broker.add_user(unique("writer"), "a password", read="", configure="")
    message = ours(
        failure(lambda: pipeline.run(username=writer.username, password=writer.password))
    )
    assert "[ACCESS_REFUSED]" in message
    assert sink.values() == []


def test_who_may_not_write_to_one_partition_is_told_before_any_other_gets_a_row(
    pipeline: Pipeline, superstream: SuperStream
) -> None:
    first, second, third = superstream.stream_names
    pipeline.source.publish(*map(str, range(100)))
    pipeline = replace(pipeline, sink=superstream)
    writer = superstream.broker.add_user(
        unique("writer"), "a password", write=f"^({first}|{third})$", configure=""
    )
    login = {"username": writer.username, "password": writer.password}
    message = ours(failure(lambda: pipeline.run(**login)))
    assert "[ACCESS_REFUSED]" in message
    assert f"may not write to the stream '{second}'" in message
    assert superstream.values() == []


def test_a_new_checkpoint_under_an_old_name_is_refused(pipeline: Pipeline, tmp_path: Path) -> None:
    pipeline.source.publish("a")
    pipeline.run(producerName="orders")
    pipeline.source.publish("b")
    pipeline.run(producerName="orders")
    anew = replace(pipeline, checkpoint=tmp_path / "new")
    message = ours(failure(lambda: anew.run(producerName="orders")))
    assert "[REPETITION_DIFFERS]" in message
    assert "The checkpoint is older than the stream, or another query uses the name" in message
    assert pipeline.is_exact()
