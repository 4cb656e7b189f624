"""What is gone before it was read is told, or stepped over, exactly, in the midst of a read too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

import pytest

from support.disturbing import flows, meanwhile
from support.failures import failure, ours, table
from support.logs import Log
from support.plans import metrics_of
from support.queries import Query
from support.wait import wait_until

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

    from support.broker import Broker
    from support.container import ContainerBroker
    from support.proxy import Proxy
    from support.streams import Stream

Found = TypeVar("Found")

SIZE = 10_000
MESSAGES = 400
# A broker sends 32 chunks ahead of what has arrived, which hold 320 messages here.
LIVE_MESSAGES = 1_200
COLUMNS = ("offset", "int(string(substring(value, 1, 5))) as number")


class Vanishing:
    """Numbered messages in a stream that goes on for whoever has begun to read."""

    def __init__(self, stream: Stream, proxy: Proxy, messages: int) -> None:
        self.stream = stream
        self._proxy = proxy
        self._messages = messages
        self.published = 0
        # In small chunks, so that whoever has begun to read has some.
        while self.published < messages:
            self.publish(10)
        assert stream.broker.client.first_offset(stream.name) == 0

    def publish(self, count: int) -> None:
        numbers = range(self.published, self.published + count)
        self.stream.publish(*((b"%05d" % number).ljust(SIZE) for number in numbers))
        self.published += count

    def overtaking(self, work: Callable[[], Found]) -> Found:
        """What the work gives, though retention overtakes it while it has no connection."""
        self._proxy.throttle(1_000_000)
        return meanwhile(work, self._overtake)

    def _overtake(self, done: threading.Event) -> None:
        before = self._proxy.carried
        assert flows(self._proxy, done, 600_000), "the work was too short to be overtaken"
        self._proxy.refuse()
        # Nobody has got more than what has gone over the proxy.
        self._remove((self._proxy.carried - before) // SIZE)

    def holding_up(self, work: Callable[[], Found]) -> Found:
        """What the work gives, though retention overtakes it while its connections are silent."""
        self._proxy.throttle(1_000_000)
        return meanwhile(work, self._hold_up)

    def _hold_up(self, done: threading.Event) -> None:
        assert flows(self._proxy, done, 600_000), "the work was too short to be overtaken"
        self._proxy.stall()
        # Far beyond what has gone out already.
        self._remove(self._messages * 2 // 3)

    def _remove(self, place: int) -> None:
        """Publishes until retention has removed what is at this place; then all goes its way."""

        def is_gone() -> bool:
            self.publish(50)
            return self.first > place

        try:
            wait_until(is_gone, 60, "messages removed by retention")
        finally:
            self._proxy.clear()

    @property
    def first(self) -> int:
        return self.stream.broker.client.first_offset(self.stream.name)


@pytest.fixture
def vanishing(far_broker: ContainerBroker, proxy: Proxy) -> Iterator[Vanishing]:
    with far_broker.stream(max_bytes=5_000_000, segment_bytes=500_000) as stream:
        yield Vanishing(stream, proxy, MESSAGES)


@pytest.fixture
def vanishing_live(far_broker: ContainerBroker, proxy: Proxy) -> Iterator[Vanishing]:
    with far_broker.stream(max_bytes=15_000_000, segment_bytes=500_000) as stream:
        yield Vanishing(stream, proxy, LIVE_MESSAGES)


def read(spark: SparkSession, stream: Stream, **options: str) -> DataFrame:
    return table(spark, **stream.options, **options).selectExpr(*COLUMNS)


def gap(offsets: list[int]) -> tuple[int, int]:
    """The first offset that is missing, and the one that comes next."""
    begin = next(place for place, offset in enumerate(offsets) if offset != place)
    return begin, offsets[begin]


def lost(raised: BaseException, stream: Stream) -> tuple[int, int]:
    """The first and the last offset that a failure says are gone."""
    said = ours(raised)
    told = f"Messages of the stream '{stream.name}' were removed before they could be read: "
    found = re.fullmatch(
        rf"\[DATA_LOSS\] {re.escape(told)}offsets (\d+) to (\d+) are gone\. Its retention is.*",
        said,
    )
    assert found, said
    return int(found[1]), int(found[2])


def test_a_read_that_retention_overtakes_fails_and_names_what_is_gone(
    spark: SparkSession, vanishing: Vanishing
) -> None:
    rows = read(spark, vanishing.stream)
    raised = vanishing.overtaking(lambda: failure(rows.collect))
    begin, end = lost(raised, vanishing.stream)
    assert 0 < begin < end == vanishing.first - 1 < MESSAGES


def test_a_read_that_retention_overtakes_steps_over_what_is_gone_if_wanted(
    spark: SparkSession, vanishing: Vanishing
) -> None:
    rows = read(spark, vanishing.stream, failOnDataLoss="false")
    with metrics_of(spark) as metrics:
        found = vanishing.overtaking(rows.collect)
    begin, end = gap([row.offset for row in found])
    assert 0 < begin < end == vanishing.first < MESSAGES
    assert [row.offset for row in found] == [*range(begin), *range(end, MESSAGES)]
    assert [row.number for row in found] == [row.offset for row in found]
    assert metrics["offsets gone before they were read"] == str(end - begin)
    assert metrics["times that data was lost"] == "1"


@pytest.mark.parametrize("loss", ["true", "false"])
def test_a_stream_that_is_made_anew_while_it_is_read_never_gives_rows_of_the_other(
    spark: SparkSession, vanishing: Vanishing, proxy: Proxy, loss: str
) -> None:
    """The other one has as many messages, so that no offset tells the two apart."""
    rows = read(spark, vanishing.stream, failOnDataLoss=loss)

    def replace(done: threading.Event) -> None:
        assert flows(proxy, done, 600_000), "the work was too short"
        proxy.refuse()
        vanishing.stream.delete()
        vanishing.stream.broker.client.create_stream(vanishing.stream.name)
        vanishing.stream.publish(*(b"99999".ljust(SIZE) for _ in range(MESSAGES)))
        proxy.clear()

    proxy.throttle(1_000_000)
    if loss == "true":
        said = ours(meanwhile(lambda: failure(rows.collect), replace))
        told = f"stream '{vanishing.stream.name}' were removed before they could be read"
        assert re.fullmatch(
            rf"\[DATA_LOSS\] Messages of the {re.escape(told)}: offsets [1-9]\d* to {MESSAGES - 1}"
            r" are gone\. It was deleted and created again while it was read\. .*",
            said,
        ), said
    else:
        with metrics_of(spark) as metrics:
            found = meanwhile(rows.collect, replace)
        assert [row.number for row in found] == [*range(len(found))]
        assert 0 < len(found) < MESSAGES
        assert metrics["offsets gone before they were read"] == str(MESSAGES - len(found))


def test_a_delivery_that_retention_overtakes_fails_and_names_what_is_gone(
    spark: SparkSession, vanishing_live: Vanishing
) -> None:
    rows = read(spark, vanishing_live.stream)
    with Log(spark) as log:
        raised = vanishing_live.holding_up(lambda: failure(rows.collect))
    begin, end = lost(raised, vanishing_live.stream)
    assert 0 < begin < end == vanishing_live.first - 1 < LIVE_MESSAGES
    # No other delivery has begun.
    assert log.lines("WARN") == []


def test_a_delivery_that_retention_overtakes_goes_on_with_what_is_left_if_wanted(
    spark: SparkSession, vanishing_live: Vanishing
) -> None:
    rows = read(spark, vanishing_live.stream, failOnDataLoss="false")
    with metrics_of(spark) as metrics:
        found = vanishing_live.holding_up(rows.collect)
    begin, end = gap([row.offset for row in found])
    assert 0 < begin < end == vanishing_live.first < LIVE_MESSAGES
    assert [row.offset for row in found] == [*range(begin), *range(end, LIVE_MESSAGES)]
    assert [row.number for row in found] == [row.offset for row in found]
    assert metrics["reading resumed"] == "0"
    assert metrics["messages read"] == f"{len(found):,}"
    assert metrics["offsets gone before they were read"] == str(end - begin)
    assert metrics["times that data was lost"] == "1"


def query_of(spark: SparkSession, stream: Stream, directory: Path, **options: str) -> Query:
    given = {
        **stream.options,
        "startingOffsets": "earliest",
        # What is stored takes offsets.
        "serverSideOffsetTracking": "false",
        **options,
    }
    return Query(spark, given, directory / "checkpoint", *COLUMNS)


def test_a_batch_that_retention_overtakes_fails_the_query(
    spark: SparkSession, vanishing: Vanishing, tmp_path: Path
) -> None:
    query = query_of(spark, vanishing.stream, tmp_path)
    raised = vanishing.overtaking(lambda: failure(query.run_available))
    begin, end = lost(raised, vanishing.stream)
    assert 0 < begin < end == vanishing.first - 1 < MESSAGES
    assert query.rows == []


def test_a_batch_that_retention_overtakes_goes_on_with_what_is_left_if_wanted(
    spark: SparkSession, vanishing: Vanishing, tmp_path: Path
) -> None:
    query = query_of(spark, vanishing.stream, tmp_path, failOnDataLoss="false")
    vanishing.overtaking(query.run_available)
    begin, end = gap(query.offsets)
    assert 0 < begin < end == vanishing.first < MESSAGES
    assert query.offsets == [*range(begin), *range(end, MESSAGES)]
    query.run_available()
    assert query.offsets == [*range(begin), *range(end, vanishing.published)]
    assert [row.number for row in query.rows] == query.offsets


@pytest.fixture
def anew(stream: Stream, broker: Broker) -> Callable[[], None]:
    """Makes a stream of ten messages anew, with two."""
    stream.publish(*map(str, range(10)))

    def anew() -> None:
        stream.delete()
        broker.client.create_stream(stream.name)
        stream.publish("of another", "stream")

    return anew


def planned(spark: SparkSession, stream: Stream, start: int, **options: str) -> DataFrame:
    rows = table(
        spark,
        **stream.options,
        startingOffsets="offset",
        startingOffset=str(start),
        **{"pollTimeoutMs": "200", **options},
    )
    return rows.select("offset")


def test_a_stream_that_is_made_anew_before_it_is_read_is_data_loss(
    spark: SparkSession, stream: Stream, anew: Callable[[], None]
) -> None:
    rows = planned(spark, stream, 5).rdd
    assert rows.getNumPartitions() == 1
    anew()
    assert ours(failure(rows.collect)).startswith(
        f"[DATA_LOSS] Messages of the stream '{stream.name}' were removed before they could be"
        " read: offsets 5 to 9 are gone. It was deleted and created again, or its leader lost"
        " them: it ends at offset 2. "
    )


# The last question comes when maxWaitMs is over, if no other came before.
@pytest.mark.parametrize("patience", [{}, {"pollTimeoutMs": "30000", "maxWaitMs": "1000"}])
def test_a_stream_that_is_made_anew_before_it_is_read_gives_no_row_if_loss_is_borne(
    spark: SparkSession, stream: Stream, anew: Callable[[], None], patience: dict[str, str]
) -> None:
    rows = planned(spark, stream, 5, failOnDataLoss="false", **patience).rdd
    assert rows.getNumPartitions() == 1
    anew()
    assert rows.collect() == []


@pytest.mark.parametrize("loss", ["true", "false"])
def test_a_read_that_comes_to_the_end_of_a_stream_that_was_made_anew_never_ends_early(
    spark: SparkSession, stream: Stream, anew: Callable[[], None], loss: str
) -> None:
    rows = planned(spark, stream, 0, failOnDataLoss=loss, maxWaitMs="1500").rdd
    assert rows.getNumPartitions() == 1
    anew()
    said = ours(failure(rows.collect))
    assert said.startswith("[NO_PROGRESS]")
    assert f"stream={stream.name} from=0 until=10; the next offset would have been 2." in said
