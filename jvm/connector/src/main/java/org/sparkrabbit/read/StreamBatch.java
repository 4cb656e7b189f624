package org.sparkrabbit.read;

import java.util.List;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.types.StructType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.broker.BrokerLease;
import org.sparkrabbit.options.ReadSettings;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.plan.BatchPlan;
import org.sparkrabbit.plan.Loss;
import org.sparkrabbit.plan.OffsetRange;
import org.sparkrabbit.plan.Splitting;

/** What the streams hold between two positions at the moment of planning, cut into tasks. */
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
      ranges = planned();
      ranges.forEach(range -> LOG.info("Planned {}", range));
    }
    return ranges.stream().map(RangePartition::new).toArray(InputPartition[]::new);
  }

  private List<OffsetRange> planned() {
    ReadSettings reading = settings.reading();
    BatchPlan plan;
    try (BrokerLease broker = BrokerLease.open(settings.connection())) {
      plan = new BatchPlanner(reading, broker).plan(settings.target());
    }
    DataLoss dataLoss = new DataLoss(reading.failsOnDataLoss(), LOG);
    for (Loss loss : plan.losses()) {
      dataLoss.removed(loss, "The stream now begins at offset %d.".formatted(loss.until()));
    }
    return Splitting.split(
        plan.ranges(), reading.minPartitions(), reading.maxRecordsPerPartition());
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new RangeReaderFactory(settings, columns);
  }
}
