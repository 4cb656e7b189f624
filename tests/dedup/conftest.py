from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .pipeline import Pipeline

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pyspark.sql import SparkSession

    from support.broker import Broker
    from support.streams import Stream


@pytest.fixture
def pipeline(
    spark: SparkSession, broker: Broker, stream: Stream, tmp_path: Path
) -> Iterator[Pipeline]:
    with broker.stream() as sink:
        yield Pipeline(spark, stream, sink, tmp_path / "checkpoint")
