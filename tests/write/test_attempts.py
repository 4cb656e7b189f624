"""A task that fails runs again, in a Spark that lets it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from support.elsewhere import Session

if TYPE_CHECKING:
    from support.streams import Stream

SCRIPT = Path(__file__).with_name("stumbling.py")


def test_a_second_attempt_has_a_name_of_its_own_and_writes_all_rows_once_more(
    stream: Stream,
) -> None:
    options = {**stream.options, "producerName": "orders", "batchSize": "1"}
    with Session(SCRIPT, "stumbling", "--master local[2,2]") as session:
        session.succeed("write", options=options, rows=1_000, stumble=500)
    written: dict[int, list[int]] = {}
    for value in stream.values():
        task, number = map(int, value.split())
        written.setdefault(task, []).append(number)
    (first, begun), (second, completed) = sorted(written.items())
    assert 0 < len(begun) <= 500
    assert begun == list(range(len(begun)))
    assert completed == list(range(1_000))
    client = stream.broker.client
    assert client.last_publishing_id(stream.name, f"orders-p0-t{first}") == len(begun)
    assert client.last_publishing_id(stream.name, f"orders-p0-t{second}") == 1_000
