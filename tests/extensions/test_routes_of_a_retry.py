"""A task of a query that repeats no row is tried again, and keys have other routes by then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.gates import Gate

if TYPE_CHECKING:
    from pathlib import Path

    from support.broker import Broker
    from support.streams import Stream

    from .conftest import Elsewhere

OPTIONS = {
    "routingStrategy": "key",
    "filterValueExtractorClass": "com.example.broken.FailsOnce",
    "deduplication": "effectively-once",
    "orderingColumns": "offset",
    "deduplicationWriters": "1",
    "onDataError": "skip",
    "batchSize": "1",
}
SKIPPED, STOP = 10, 150


def test_a_row_that_was_skipped_is_no_repetition_when_its_key_is_bound_for_the_retry(
    elsewhere: Elsewhere, broker: Broker, stream: Stream, tmp_path: Path
) -> None:
    """Rows behind it were written already, with higher ids."""
    numbers = [str(number) for number in range(200)]
    stream.publish(*numbers)
    source = {**stream.options, "startingOffsets": "earliest"}
    columns = [
        f"if(offset = {STOP}, cast('stop at {tmp_path}' as binary), value) as value",
        "offset",
        f"if(offset = {SKIPPED}, 'late', string(offset % 2)) as routing_key",
    ]
    with broker.superstream(binding_keys=("0", "1")) as superstream:
        sink = {
            **superstream.options,
            **OPTIONS,
            "checkpointLocation": str(tmp_path / "checkpoint"),
        }
        first = superstream.stream_names[0]
        with Gate(tmp_path).at_the_gate(lambda: broker.bind(superstream.name, first, "late")):
            failed = elsewhere.copy_failure(source, columns, **sink)
        assert "REPETITION_DIFFERS" in failed
        assert "the bindings of the super stream have changed" in failed
        broker.unbind(superstream.name, first, "late")
        elsewhere.copy(source, columns, **sink)
        written = [value.decode() for value in superstream.values()]
        good = {number for number in numbers if number not in (str(SKIPPED), str(STOP))}
        assert sorted(written) == sorted({*good, f"stop at {tmp_path}"})
