"""A checkpoint that is of another query, or that somebody else wrote, is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.queries import failure

if TYPE_CHECKING:
    from pathlib import Path

    from streaming.conftest import Queries
    from support.broker import Broker
    from support.streams import Stream, SuperStream


def test_a_checkpoint_of_another_stream_is_refused(
    broker: Broker, stream: Stream, superstream: SuperStream, query_of: Queries
) -> None:
    stream.publish("a")
    query_of(stream).run_available()
    with broker.stream() as other:
        message = failure(query_of(other))
        assert "[RABBITMQ_STREAMS.CHECKPOINT_UNUSABLE]" in message
        assert stream.name in message
        assert other.name in message
    assert "[RABBITMQ_STREAMS.CHECKPOINT_UNUSABLE]" in failure(query_of(superstream))


def test_a_checkpoint_of_a_super_stream_is_refused_for_one_of_its_partitions(
    superstream: SuperStream, query_of: Queries
) -> None:
    superstream.partitions[0].publish("a")
    query_of(superstream).run_available()
    message = failure(query_of(superstream.partitions[0], failOnDataLoss=False))
    assert "[RABBITMQ_STREAMS.CHECKPOINT_UNUSABLE]" in message


def test_a_checkpoint_that_cannot_be_read_is_told(stream: Stream, query_of: Queries) -> None:
    query = query_of(stream)
    beginning = query.checkpoint / "sources" / "0" / "beginning"
    beginning.mkdir(parents=True)
    message = failure(query)
    assert "[RABBITMQ_STREAMS.CHECKPOINT_UNREACHABLE]" in message
    assert f"{beginning} of the checkpoint could not be read" in message


def test_a_checkpoint_that_cannot_be_written_is_told(stream: Stream, query_of: Queries) -> None:
    query = query_of(stream)
    sources = query.checkpoint / "sources"
    sources.parent.mkdir(parents=True, exist_ok=True)
    sources.touch()
    message = failure(query)
    assert "[RABBITMQ_STREAMS.CHECKPOINT_UNREACHABLE]" in message
    assert f"{sources}/0/beginning of the checkpoint could not be written" in message
    sources.unlink()
    stream.publish("a")
    query.run_available()
    assert query.values == [b"a"]


def test_offsets_that_nobody_could_have_written_are_refused(
    stream: Stream, query_of: Queries
) -> None:
    stream.publish("a")
    query = query_of(stream, serverSideOffsetTracking=False)
    query.run_available()
    name = stream.name
    for malformed in (
        f'{{"{name}":-1}}',
        f'{{"{name}":1,"{name}":2}}',
        f'{{"{name}":"one"}}',
        f'{{"{name}":1.5}}',
        f'{{"{name}":9223372036854775808}}',
        f'{{"{name}":1}} and more',
        "[1]",
    ):
        write_end(query.checkpoint, malformed)
        message = failure(query)
        assert "[RABBITMQ_STREAMS.CHECKPOINT_UNUSABLE]" in message, malformed
    write_end(query.checkpoint, f'{{"{name}":1}}')
    stream.publish("b")
    query.run_available()
    assert query.values == [b"a", b"b"]


def write_end(checkpoint: Path, json: str) -> None:
    """Replaces the end of the first batch in the log."""
    log = checkpoint / "offsets" / "0"
    lines = [*log.read_text().splitlines()[:-1], json]
    log.write_text("\n".join(lines))
    (checkpoint / "offsets" / ".0.crc").unlink(missing_ok=True)
