"""Two hundred tasks write at the same time, and leave nothing behind, however they end.

Each holds an open way to its stream when it meets the others, between its first row and its second.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.broker import unique
from support.elsewhere import Session, compile_jar
from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.address import Access
    from support.broker import Broker
    from support.streams import Stream, SuperStream

HERE = Path(__file__).parent
TASKS = 200
ROWS = 50
MEETING = {"filterValueExtractorClass": "com.example.crowds.Meeting"}


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    jar = compile_jar(tmp_path_factory.mktemp("crowds"), (HERE / "java").rglob("*.java"))
    settings = f"--driver-java-options -Dmeeting.tasks={TASKS} --driver-memory 1g"
    # On the class path of the machine, so that all tasks meet in one class.
    arguments = f"--master local[{TASKS}] --driver-class-path {jar} {settings}"
    with Session(HERE / "driver.py", "crowds", arguments) as session:
        yield session


@pytest.fixture
def writer(broker: Broker) -> Access:
    """A user whose connections are those of one test."""
    return broker.add_user(unique("writer"), "a password")


def options(target: Stream | SuperStream, writer: Access, **more: str) -> dict[str, str]:
    return {
        **target.options,
        "username": writer.username,
        "password": writer.password,
        "environmentIdleTimeoutMs": "1000",
        **more,
    }


def publishers(target: Stream | SuperStream) -> int:
    return sum(target.broker.publishers(name) for name in target.stream_names)


def leaves_nothing(target: Stream | SuperStream, writer: Access) -> None:
    """Publishers go with their task; what connections share closes when it was idle for a while."""
    broker = target.broker
    wait_until(lambda: publishers(target) == 0, 15, "no publishers")
    wait_until(lambda: broker.connections_of(writer.username) == 0, 30, "no connections")


def test_all_rows_of_200_tasks_come_into_a_stream_once(
    crowd: Session, stream: Stream, writer: Access
) -> None:
    crowd.succeed("write", options=options(stream, writer, **MEETING), tasks=TASKS, rows=ROWS)
    numbers = [int(value) for value in stream.values()]
    assert sorted(numbers) == list(range(TASKS * ROWS))
    for task in range(TASKS):
        own = [number for number in numbers if number // ROWS == task]
        assert own == sorted(own)
    leaves_nothing(stream, writer)


def test_all_rows_of_200_tasks_come_into_a_super_stream_once(
    crowd: Session, superstream: SuperStream, writer: Access
) -> None:
    given = options(superstream, writer, **MEETING)
    crowd.succeed("write", options=given, tasks=TASKS, rows=ROWS)
    numbers = [int(value) for value in superstream.values()]
    assert sorted(numbers) == list(range(TASKS * ROWS))
    leaves_nothing(superstream, writer)


def test_a_task_that_fails_ends_all_and_leaves_nothing(
    crowd: Session, superstream: SuperStream, writer: Access
) -> None:
    given = options(superstream, writer, **MEETING)
    said = crowd.fail(
        "write", options=given, tasks=TASKS, rows=ROWS, spoilt=f"id = {77 * ROWS + 20}"
    )
    assert "[RABBITMQ_STREAMS.INVALID_ROW]" in said
    assert "Row 21 of this task" in said
    numbers = [int(value) for value in superstream.values()]
    assert len(numbers) == len(set(numbers))
    assert max(number for number in numbers if number // ROWS == 77) < 77 * ROWS + 20
    leaves_nothing(superstream, writer)


def test_rows_that_name_their_streams_come_there_once_and_leave_nothing(
    crowd: Session, superstream: SuperStream, writer: Access
) -> None:
    given = options(superstream, writer, **MEETING)
    del given["superstream"]
    names = ", ".join(f"'{name}'" for name in superstream.stream_names)
    place = f"array({names})[id % 3] as stream"
    crowd.succeed("write", options=given, tasks=TASKS, rows=ROWS, place=place)
    for number, partition in enumerate(superstream.partitions):
        assert sorted(map(int, partition.values())) == list(range(number, TASKS * ROWS, 3))
    leaves_nothing(superstream, writer)


def test_rows_that_become_dead_letters_leave_nothing(
    crowd: Session, superstream: SuperStream, stream: Stream, writer: Access
) -> None:
    keeping = {"onDataError": "deadLetter", "deadLetterStream": stream.name}
    given = options(superstream, writer, **keeping, **MEETING)
    spoilt = f"id % {ROWS} = 20"
    crowd.succeed("write", options=given, tasks=TASKS, rows=ROWS, spoilt=spoilt)
    kept = [number for number in range(TASKS * ROWS) if number % ROWS != 20]
    assert sorted(map(int, superstream.values())) == kept
    letters = {letter.application_properties["routing_key"] for letter in stream.messages()}
    assert letters == {str(number) for number in range(20, TASKS * ROWS, ROWS)}
    leaves_nothing(superstream, writer)
    leaves_nothing(stream, writer)


def test_an_effectively_once_query_leaves_nothing(
    crowd: Session, broker: Broker, stream: Stream, writer: Access, tmp_path: Path
) -> None:
    stream.publish(*(str(number) for number in range(1_000)))
    once = {"deduplication": "effectively-once", "orderingColumns": "offset"}
    with broker.stream() as sink:
        crowd.succeed(
            "copy",
            source=options(stream, writer, minPartitions="20"),
            sink=options(sink, writer, **once, deduplicationWriters="20"),
            checkpoint=str(tmp_path),
        )
        assert sorted(map(int, sink.values())) == list(range(1_000))
        leaves_nothing(sink, writer)
        assert broker.consumers(stream.name) == 0


def test_tasks_that_are_killed_while_they_write_leave_nothing(
    crowd: Session, broker: Broker, writer: Access
) -> None:
    with broker.stream(max_bytes=20_000_000, segment_bytes=1_000_000) as stream:
        given = options(stream, writer, maxInFlight="20")
        crowd.succeed("begin", options=given, tasks=TASKS, rows=10_000_000)
        wait_until(lambda: publishers(stream) == TASKS, 60, f"{TASKS} publishers")
        print(f"{TASKS} publishers share {broker.connections_of(writer.username)} connections")
        assert "cancel" in crowd.fail("cancel")
        leaves_nothing(stream, writer)
