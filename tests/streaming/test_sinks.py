"""Whatever a sink does, and however a query ends: every row once, and nothing stays behind."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

from support.queries import Query
from support.wait import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import SparkSession

    from streaming.conftest import Queries
    from support.broker import Broker
    from support.streams import Stream, SuperStream

PAUSE = "java_method('java.lang.Thread', 'sleep', {}L)"


def pausing(condition: str, seconds: float) -> str:
    """A column that lets the reading task itself wait where the condition holds."""
    return f"case when {condition} then {PAUSE.format(int(seconds * 1000))} end as paused"


def is_read(stream: Stream) -> bool:
    return stream.broker.consumers(stream.name) > 0


def test_a_sink_that_pauses_longer_than_the_patience_of_the_reader_loses_nothing(
    stream: Stream, query_of: Queries
) -> None:
    # Far more than a reader holds, so that the broker waits for credits meanwhile.
    stream.publish(*(b"x" * 1000 for _ in range(60_000)))
    pauses = pausing("offset = 30000", 15)
    query = query_of(stream, "offset", pauses, maxWaitMs=5000)
    query.run_available()
    assert query.offsets == list(range(60_000))
    assert [row.offset for row in query.rows if row.paused] == [30_000]


def test_a_query_that_is_stopped_in_a_batch_fails_nothing_and_repeats_the_batch(
    stream: Stream, query_of: Queries
) -> None:
    stream.publish(*(str(number) for number in range(1000)))
    slow = query_of(stream, "offset", pausing("true", 1))
    running = slow.start()
    wait_until(lambda: is_read(stream), 60, "a batch that is read")
    running.stop()
    assert running.exception() is None
    assert slow.rows == []
    wait_until(lambda: not is_read(stream), 10, "no consumer left", every=0.5)
    query = query_of(stream)
    query.run_available()
    assert query.offsets == list(range(1000))
    assert query.checkpointed() == [{stream.name: 1000}]


@pytest.mark.parametrize(
    "done", ["", "metadata", "sources/0/beginning", "offsets/0", "commits/0", "offsets/1"]
)
def test_a_query_can_be_stopped_however_far_it_has_come(
    stream: Stream, query_of: Queries, done: str
) -> None:
    stream.publish(*(str(number) for number in range(100)))
    query = query_of(stream, maxRecordsPerTrigger=10)
    running = query.start()
    wait_until((query.checkpoint / done).exists, 60, f"a checkpoint with {done}", every=0.001)
    running.stop()
    assert running.exception() is None
    query.run_available()
    assert query.offsets == list(range(100))


def test_a_batch_whose_job_is_cancelled_fails_the_query_and_is_repeated(
    spark: SparkSession, stream: Stream, query_of: Queries
) -> None:
    stream.publish(*(str(number) for number in range(1000)))
    slow = query_of(stream, "offset", pausing("true", 1))
    running = slow.start()
    wait_until(lambda: is_read(stream), 60, "a batch that is read")
    spark.sparkContext.cancelJobGroup(str(running.runId))
    with pytest.raises(PySparkException):
        running.awaitTermination(60)
    assert slow.rows == []
    query = query_of(stream)
    query.run_available()
    assert query.offsets == list(range(1000))


def test_a_read_whose_job_is_cancelled_fails_and_ends_no_range_early(
    spark: SparkSession, stream: Stream
) -> None:
    stream.publish(*(str(number) for number in range(1000)))
    context = spark.sparkContext
    reader = spark.read.format("rabbitmq_streams").options(**stream.options, minPartitions="2")
    slow = reader.load().selectExpr("offset", pausing("true", 1))

    def read() -> None:
        context.setJobGroup("cancelled", "is cancelled", interruptOnCancel=True)
        try:
            slow.collect()
        finally:
            context.setLocalProperty("spark.jobGroup.id", None)  # type: ignore[arg-type]

    with ThreadPoolExecutor() as threads:
        outcome = threads.submit(read)
        wait_until(lambda: is_read(stream), 60, "a job that reads")
        context.cancelJobGroup("cancelled")
        failure = outcome.exception(60)
    assert isinstance(failure, (PySparkException, Py4JJavaError))
    tracker = context.statusTracker()
    for job in tracker.getJobIdsForGroup("cancelled"):
        information = tracker.getJobInfo(job)
        assert information
        assert information.status == "FAILED"
        stages = [tracker.getStageInfo(stage) for stage in information.stageIds]
        assert [stage.numCompletedTasks for stage in stages if stage] == [0]
    wait_until(lambda: not is_read(stream), 10, "no consumer left", every=0.5)


def test_two_queries_of_one_stream_both_read_every_row(
    spark: SparkSession, stream: Stream, tmp_path: Path
) -> None:
    options = {**stream.options, "startingOffsets": "earliest", "maxRecordsPerTrigger": "30"}
    one = Query(spark, options, tmp_path / "one")
    other = Query(spark, options, tmp_path / "other")
    with one.running() as first, other.running() as second:
        for hundred in range(5):
            stream.publish(*(str(number) for number in range(hundred * 100, hundred * 100 + 100)))
        one.wait_for(first, 500)
        other.wait_for(second, 500)
    # What either query has stored takes offsets, too.
    for query in (one, other):
        assert query.values == [b"%d" % number for number in range(500)]
        assert query.offsets == [message.offset for message in stream.messages()]


def test_a_query_reads_while_another_one_is_restarted_again_and_again(
    spark: SparkSession, superstream: SuperStream, tmp_path: Path
) -> None:
    options = {**superstream.options, "startingOffsets": "earliest"}
    steady = Query(spark, options, tmp_path / "steady")
    restless = Query(spark, options, tmp_path / "restless")
    with steady.running() as running:
        for number in range(10):
            superstream.publish(*((f"{number} {key}", str(number)) for key in range(20)))
            restless.run_available()
        steady.wait_for(running, 200)
    assert sorted(steady.values) == sorted(superstream.values())
    assert sorted(restless.values) == sorted(superstream.values())


def test_nothing_is_left_on_the_broker_when_queries_end(
    spark: SparkSession, broker: Broker, tmp_path: Path
) -> None:
    access = broker.add_user("leaver", "leaver's password")
    login = {"username": access.username, "password": access.password}

    with broker.superstream() as superstream:
        superstream.publish(*((str(number), "a") for number in range(100)))
        options = {**superstream.options, **login, "startingOffsets": "earliest"}
        one, other = (Query(spark, options, tmp_path / name) for name in ("one", "other"))
        with one.running() as first, other.running() as second:
            one.wait_for(first, 100)
            other.wait_for(second, 100)
            # One to look things up, one to ask what streams hold, and one to read over for each
            # core: queries share them.
            assert 0 < broker.connections_of(access.username) <= 4
            # Between batches nobody consumes.
            streams = superstream.stream_names
            wait_until(lambda: not any(map(broker.consumers, streams)), 20, "consumers gone")
        wait_until(
            lambda: broker.connections_of(access.username) == 0, 90, "no connections", every=1
        )
