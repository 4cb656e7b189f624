"""A post-filter sees whole messages, whatever of them becomes a row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from support.message import Build
    from support.streams import Stream

    from .conftest import Elsewhere

FILTER = {"filterPostFilterClass": "com.example.seeing.AllParts"}


def parts(number: int) -> Build:
    """A message whose parts say yes or no, as the bits of the number."""
    body, subject, annotation, entry = (
        "yes" if number & bit else "no" for bit in (0b0001, 0b0010, 0b0100, 0b1000)
    )

    def build(message: Any) -> Any:
        described = message.properties().subject(subject).messageBuilder()
        annotated = described.messageAnnotations().entry("part", annotation).messageBuilder()
        entries = annotated.applicationProperties().entry("part", entry).messageBuilder()
        return entries.addData(body.encode())

    return build


@pytest.fixture
def parted(stream: Stream) -> Stream:
    """Each combination of parts twenty times; each sixteenth message says yes with all of them."""
    stream.broker.client.publish_built(stream.name, *map(parts, [*range(16)] * 20))
    return stream


@pytest.mark.parametrize(
    ("selected", "found"),
    [
        ("cast(value as string)", ["yes"] * 20),
        ("offset", [*range(15, 320, 16)]),
        ("properties.subject", ["yes"] * 20),
        ("application_properties['part']", ["yes"] * 20),
        ("message_annotations['part']", ["yes"] * 20),
        ("1", [1] * 20),
        ("count(*)", [20]),
        ("max(offset)", [319]),
    ],
)
def test_a_post_filter_sees_all_parts_whatever_is_selected(
    elsewhere: Elsewhere, parted: Stream, selected: str, found: list[object]
) -> None:
    assert elsewhere.select(selected, None, **parted.options, **FILTER) == found


@pytest.mark.parametrize("selected", ["offset", "cast(value as string)", "1"])
def test_a_limit_counts_only_rows_that_the_filter_accepts(
    elsewhere: Elsewhere, parted: Stream, selected: str
) -> None:
    options = {**parted.options, **FILTER}
    all_of_them = elsewhere.select(selected, None, **options)
    assert len(all_of_them) == 20
    for limit in (1, 5, 20, 21):
        assert elsewhere.select(selected, limit, **options) == all_of_them[:limit]


def test_a_limit_counts_only_accepted_rows_from_the_middle_of_a_stream_too(
    elsewhere: Elsewhere, parted: Stream
) -> None:
    options = {**parted.options, **FILTER, "startingOffsets": "offset", "startingOffset": "100"}
    assert elsewhere.select("offset", 3, **options) == [111, 127, 143]
