"""A driver may die at any moment: the next one goes on as if nothing had been."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import pytest

from .killing import Life

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.broker import Broker


@pytest.fixture
def chance() -> random.Random:
    """Other moments each time; a failure shows the seed."""
    seed = time.time_ns() % 1_000_000
    print(f"random.Random({seed})")
    return random.Random(seed)  # noqa: S311 - moments only have to differ


def test_a_query_of_a_stream_whose_driver_is_killed_twice_reads_every_row_once(
    broker: Broker, tmp_path: Path, chance: random.Random, tell: Callable[[object], None]
) -> None:
    with broker.stream() as stream:
        figures = Life(stream, "earliest", tmp_path / "life", chance).survive(kills=2)
    tell(figures)
    assert figures.kills == 2
    assert figures.rows > 0


def test_a_query_from_latest_that_is_killed_in_its_first_batch_begins_there_again(
    broker: Broker, tmp_path: Path, chance: random.Random, tell: Callable[[object], None]
) -> None:
    with broker.superstream() as superstream:
        superstream.publish(*((str(number), "before") for number in range(100)))
        figures = Life(superstream, "latest", tmp_path / "life", chance).survive(kills=2)
    tell(figures)
    assert figures.kills == 2
    assert figures.rows > 0
