"""Streams whose offsets say something."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.streams import Stream


@pytest.fixture
def numbered(stream: Stream) -> Stream:
    """A thousand messages: the offset of each is its number."""
    stream.publish(*(b"%03d" % number for number in range(1_000)))
    return stream
