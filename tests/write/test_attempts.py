"""A task that fails, or takes too long, runs again, in a Spark that lets it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from support.elsewhere import Session
from support.standalone import StandaloneCluster
from support.wait import wait_until

if TYPE_CHECKING:
    from support.streams import Stream

SCRIPT = Path(__file__).with_name("stumbling.py")
SPECULATION = " ".join(
    f"--conf spark.{setting}"
    for setting in (
        "executor.memory=512m",
        "driver.host=127.0.0.1",
        "speculation=true",
        "speculation.interval=100ms",
        "speculation.quantile=0.5",
        "speculation.multiplier=1.1",
        "speculation.minTaskRuntime=100ms",
    )
)


def test_a_second_attempt_has_a_name_of_its_own_and_writes_all_rows_once_more(
    stream: Stream,
) -> None:
    options = {**stream.options, "producerName": "orders", "batchSize": "1"}
    with Session(SCRIPT, "stumbling", "--master local[2,2]") as session:
        session.succeed("write", options=options, rows=1_000, stumble=500)
    (first, begun), (second, completed) = written(stream)
    assert 0 < len(begun) <= 500
    assert begun == list(range(len(begun)))
    assert completed == list(range(1_000))
    client = stream.broker.client
    assert client.last_publishing_id(stream.name, f"orders-p0-t{first}") == len(begun)
    assert client.last_publishing_id(stream.name, f"orders-p0-t{second}") == 1_000


def test_a_speculative_attempt_has_a_name_of_its_own_and_the_other_one_leaves_nothing_behind(
    stream: Stream, tmp_path: Path
) -> None:
    options = {**stream.options, "producerName": "orders", "batchSize": "1"}
    with (
        StandaloneCluster(tmp_path) as cluster,
        Session(SCRIPT, "speculating", f"--master {cluster.master} {SPECULATION}") as session,
    ):
        # While it waits, Python holds back what it has not sent to Spark: less than 64 KiB.
        session.succeed("race", options=options, rows=40_000, stall=30_000, within=120)
        wait_until(lambda: stream.broker.publishers(stream.name) == 0, 30, "no publisher")
    # Spark numbers the attempts in the order of their starts, tasks before what is speculative.
    (quick, of_quick), (slow, begun), (speculative, completed) = written(stream)
    assert of_quick == list(range(20_000))
    assert 0 < len(begun) <= 10_000
    assert begun == list(range(20_000, 20_000 + len(begun)))
    assert completed == list(range(20_000, 40_000))
    client = stream.broker.client
    assert client.last_publishing_id(stream.name, f"orders-p0-t{quick}") == 20_000
    assert client.last_publishing_id(stream.name, f"orders-p1-t{slow}") == len(begun)
    assert client.last_publishing_id(stream.name, f"orders-p1-t{speculative}") == 20_000


def written(stream: Stream) -> list[tuple[int, list[int]]]:
    """Each attempt with its rows, in their order."""
    rows: dict[int, list[int]] = {}
    for value in stream.values():
        attempt, number = map(int, value.split())
        rows.setdefault(attempt, []).append(number)
    return sorted(rows.items())
