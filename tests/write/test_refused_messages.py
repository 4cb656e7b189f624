"""A message that the broker refuses fails the write, with the broker's reason."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from support.brokers import Brokers
    from write.conftest import Refusal, Write

# The first that limits what is packed into an entry.
LIMITING = "4.3"


def test_entries_above_the_brokers_limit_fail_the_write_with_counts_and_the_reason(
    spark: SparkSession, brokers: Brokers, refusal: Refusal, write: Write
) -> None:
    configuration = {"stream.max_uncompressed_sub_entry_batch_size": "4096"}
    with brokers.start(LIMITING, configuration=configuration) as broker, broker.stream() as stream:
        rows = spark.range(100, numPartitions=1)
        values = rows.selectExpr("cast(rpad(string(id), 1000, ' ') as binary) as value")
        message = refusal(values, stream, subEntrySize="10")
        assert re.search(
            rf"NOT_CONFIRMED\] Of \d+ messages sent to stream={stream.name} the broker confirmed"
            r" 0; the first cause: the broker takes no entry of so many messages; set a smaller"
            r" subEntrySize\. ",
            message,
        ), message
        assert stream.values() == []
        write(values, stream, subEntrySize="4")
        assert len(stream.values()) == 100
