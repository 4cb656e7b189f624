"""Drivers, executors and brokers may die at any moment, and every row is in the sink once."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import pytest

from .killing import PipelineLife

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.brokers import Brokers
    from support.container import ContainerBroker


@pytest.fixture(scope="module")
def mortal(brokers: Brokers) -> ContainerBroker:
    """A broker that is killed."""
    broker = brokers.start()
    broker.settle()
    return broker


@pytest.fixture
def chance() -> random.Random:
    """Other moments each time; a failure shows the seed."""
    seed = time.time_ns() % 1_000_000
    print(f"random.Random({seed})")
    return random.Random(seed)  # noqa: S311 - moments only have to differ


def test_a_pipeline_to_a_stream_whose_driver_and_broker_are_killed_writes_every_row_once(
    mortal: ContainerBroker, tmp_path: Path, chance: random.Random, tell: Callable[[object], None]
) -> None:
    with mortal.stream() as source, mortal.stream() as sink:
        life = PipelineLife(mortal, source, sink, tmp_path / "life", chance)
        figures = life.survive(["driver", "broker", "driver"])
    assert figures.rows == life.published >= 9000
    tell(figures)


def test_a_pipeline_to_a_super_stream_whose_executors_are_killed_writes_every_row_once(
    mortal: ContainerBroker, tmp_path: Path, chance: random.Random, tell: Callable[[object], None]
) -> None:
    with mortal.stream() as source, mortal.superstream() as sink:
        life = PipelineLife(mortal, source, sink, tmp_path / "life", chance)
        figures = life.survive(["executor", "executor", "driver"])
    assert figures.rows == life.published >= 9000
    tell(figures)
