"""A filtered read gives every message that matches, and ends as soon as it has: never by silence.

Each chunk holds one message, so that the broker's filter, which leaves out chunks, is exact here.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyspark.sql import DataFrame

    from filters.conftest import Read, Weather
    from support.streams import Stream


def subjects(table: DataFrame) -> list[tuple[int, str | None]]:
    rows = table.select("offset", "properties.subject").collect()
    return sorted((row.offset, row.subject) for row in rows)


def elapsed(work: Callable[[], object]) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began


def test_all_that_matches_is_read(read: Read, sales: Stream, weather: Weather) -> None:
    found = weather.during(lambda: subjects(read(sales, "apac")), stall_after=8_000)
    assert found == [(offset, "apac") for offset in range(1, 1_000, 4)]


def test_several_values_match_each(read: Read, sales: Stream, weather: Weather) -> None:
    found = weather.during(lambda: subjects(read(sales, "apac,amer")), stall_after=8_000)
    assert found == sorted(
        [(offset, "apac") for offset in range(1, 1_000, 4)]
        + [(offset, "amer") for offset in range(2, 1_000, 4)]
    )


def test_messages_without_a_filter_value_come_along_if_wanted(
    read: Read, sales: Stream, weather: Weather
) -> None:
    table = read(sales, "emea", filterMatchUnfiltered="true")
    found = weather.during(lambda: subjects(table), stall_after=8_000)
    assert found == sorted(
        [(offset, "emea") for offset in range(0, 1_000, 4)]
        + [(offset, None) for offset in range(3, 1_000, 4)]
    )


def test_a_needle_in_ten_thousand_chunks_is_found(
    read: Read, haystack: Stream, weather: Weather
) -> None:
    found = weather.during(lambda: subjects(read(haystack, "needle")))
    assert found == [(7_321, "needle")]


def test_a_value_that_nothing_has_gives_no_row(
    read: Read, haystack: Stream, weather: Weather
) -> None:
    assert weather.during(lambda: subjects(read(haystack, "gold"))) == []


def test_splits_hold_each_match_once(read: Read, sales: Stream, weather: Weather) -> None:
    table = read(sales, "apac", minPartitions="3")
    found = weather.during(lambda: subjects(table), stall_after=8_000)
    assert found == [(offset, "apac") for offset in range(1, 1_000, 4)]
    assert table.rdd.getNumPartitions() == 3


def test_splits_without_a_match_end_too(read: Read, haystack: Stream, weather: Weather) -> None:
    table = read(haystack, "needle", minPartitions="4")
    found = weather.during(lambda: subjects(table))
    assert found == [(7_321, "needle")]


def test_a_filtered_read_ends_within_a_second_of_its_last_chunk(
    read: Read, haystack: Stream
) -> None:
    subjects(read(haystack, "hay", endingOffsets="offset", endingOffset="10"))
    for value in ("needle", "gold"):
        assert min(elapsed(lambda: subjects(read(haystack, value))) for _ in range(3)) < 1.5  # noqa: B023
