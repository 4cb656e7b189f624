package org.sparkrabbit.read;

import java.util.List;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.types.StructType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.broker.BrokerLease;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.plan.OffsetRange;

/** All that the streams hold at the moment of planning, one task for each stream. */
final class StreamBatch implements Batch {
  private static final Logger LOG = LoggerFactory.getLogger(StreamBatch.class);

  private final TableSettings settings;
  private final StructType columns;
  private List<OffsetRange> ranges;

  StreamBatch(TableSettings settings, StructType columns) {
    this.settings = settings;
    this.columns = columns;
  }

  /** Spark may ask again; the answer of one batch never changes. */
  @Override
  public synchronized InputPartition[] planInputPartitions() {
    if (ranges == null) {
      ranges = currentRanges();
      ranges.forEach(range -> LOG.info("Planned {}", range));
    }
    return ranges.stream()
        .filter(range -> !range.isEmpty())
        .map(RangePartition::new)
        .toArray(InputPartition[]::new);
  }

  private List<OffsetRange> currentRanges() {
    try (BrokerLease broker = BrokerLease.open(settings.connection())) {
      return broker.bounds().ofAll(broker.topology().streamsOf(settings.target()));
    }
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new RangeReaderFactory(settings, columns);
  }
}
