"""What a streaming query does not use is not decoded, although Spark asks for every column."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.queries import failure

if TYPE_CHECKING:
    from streaming.conftest import Queries
    from support.streams import Stream

PROPERTIES = b"\x00\x53\x73\xc0\x0d\x04\xa1\x05m-001\x40\x40\xa1\x01s"
BROKEN_APPLICATION_PROPERTIES = b"\x00\x53\x74\xd1\x00\x00\x00\x05\x00\x00\x00\x02\xff"
BODY = b"\x00\x53\x75\xa0\x01x"


@pytest.fixture
def broken(stream: Stream) -> Stream:
    """A message that is right, and one that is right but for its application properties."""
    stream.broker.client.publish_raw(
        stream.name, [BODY, PROPERTIES + BROKEN_APPLICATION_PROPERTIES + BODY]
    )
    return stream


def test_a_query_of_bodies_decodes_no_application_properties(
    broken: Stream, query_of: Queries
) -> None:
    query = query_of(broken, "value")
    query.run_available()
    assert query.values == [b"x", b"x"]


def test_a_query_of_properties_decodes_no_application_properties(
    broken: Stream, query_of: Queries
) -> None:
    query = query_of(broken, "*", metadataFields="properties")
    query.run_available()
    assert [row.properties and row.properties.message_id for row in query.rows] == [None, "m-001"]
    assert query.offsets == [0, 1]


def test_a_query_of_application_properties_fails_at_the_message_and_goes_on_without_them(
    broken: Stream, query_of: Queries
) -> None:
    message = failure(query_of(broken, "application_properties"))
    assert "[RABBITMQ_STREAMS.MALFORMED_MESSAGE]" in message
    assert f"The message at offset 1 of the stream '{broken.name}' is not AMQP 1.0" in message
    query = query_of(broken)
    query.run_available()
    assert query.offsets == [0, 1]
