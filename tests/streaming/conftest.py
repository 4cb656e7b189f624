"""Queries of streams."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

from support.queries import Query

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pyspark.sql import SparkSession

    from support.container import ContainerBroker
    from support.streams import Stream, SuperStream


class Queries(Protocol):
    def __call__(self, source: Stream | SuperStream, *columns: str, **options: object) -> Query: ...


@pytest.fixture
def query_of(spark: SparkSession, tmp_path: Path) -> Queries:
    """Makes queries that read a stream from its beginning, or as the options say.

    All have the same checkpoint, so that one goes on where another one stopped.
    """

    def make(source: Stream | SuperStream, *columns: str, **options: object) -> Query:
        texts = {name: str(value) for name, value in options.items()}
        given = {**source.options, "startingOffsets": "earliest", **texts}
        return Query(spark, given, tmp_path / "checkpoint", *columns)

    return make


@pytest.fixture
def far_superstream(far_broker: ContainerBroker) -> Iterator[SuperStream]:
    """A new super stream of three partitions, of the broker behind the proxy."""
    with far_broker.superstream() as superstream:
        yield superstream
