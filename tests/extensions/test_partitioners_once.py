"""A partitioner of the user's, under a query that repeats no row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dedup.pipeline import forget_last_batch

if TYPE_CHECKING:
    from pathlib import Path

    from support.broker import Broker
    from support.streams import Stream

    from .conftest import Elsewhere

OPTIONS = {
    "routingStrategy": "custom",
    "partitionerClass": "com.example.streams.TenantPartitioner",
    "deduplication": "effectively-once",
    "orderingColumns": "offset",
    "batchSize": "1",
}
TENANT = "if(offset % 2 = 0, 'acme', 'initech')"


def columns(tenant: str) -> list[str]:
    """Each tenth message goes to all partitions, the others to that of their tenant."""
    return [
        "value",
        "offset",
        f"map('tenant', {tenant}) as application_properties",
        "named_struct('subject', if(offset % 10 = 0, 'announcement', null)) as properties",
    ]


def test_a_repeated_batch_brings_each_row_once_to_each_of_its_partitions(
    elsewhere: Elsewhere, broker: Broker, stream: Stream, tmp_path: Path
) -> None:
    stream.publish(*(str(number) for number in range(300)))
    source = {**stream.options, "startingOffsets": "earliest"}
    with broker.superstream(binding_keys=("acme", "initech", "other")) as superstream:
        sink = {**superstream.options, **OPTIONS, "checkpointLocation": str(tmp_path)}
        # The partitioner refuses a message without a tenant, when others of the batch are sent.
        broken = columns(f"if(offset = 251, null, {TENANT})")
        assert "EXTENSION_FAILED" in elsewhere.copy_failure(source, broken, **sink)
        assert superstream.values()
        for _ in range(2):
            elsewhere.copy(source, columns(TENANT), **sink)
            acme, initech, other = (
                sorted(int(value) for value in partition.values())
                for partition in superstream.partitions
            )
            assert acme == list(range(0, 300, 2))
            assert initech == sorted([*range(0, 300, 10), *range(1, 300, 2)])
            assert other == list(range(0, 300, 10))
            forget_last_batch(tmp_path)
