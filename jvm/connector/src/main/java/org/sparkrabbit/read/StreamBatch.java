package org.sparkrabbit.read;

import java.util.List;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.broker.BrokerLease;
import org.sparkrabbit.options.ReadSettings;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.plan.BatchPlan;
import org.sparkrabbit.plan.Loss;

/** What the streams hold between two positions at the moment of planning, cut into tasks. */
final class StreamBatch implements Batch {
  private static final Logger LOG = LoggerFactory.getLogger(StreamBatch.class);

  private final TableSettings settings;
  private final Wanted wanted;
  private List<RangePartition> tasks;
  private boolean isEstimateRefused;

  StreamBatch(TableSettings settings, Wanted wanted) {
    this.settings = settings;
    this.wanted = wanted;
  }

  /**
   * Spark may ask before it reads. What hinders the planning is for the read to tell; it is waited
   * for once here, however often Spark asks.
   */
  synchronized Estimate estimate() {
    if (isEstimateRefused) {
      return Estimate.UNKNOWN;
    }
    try {
      return Estimate.of(tasks().stream().map(RangePartition::range).toList(), wanted);
    } catch (RuntimeException e) {
      LOG.debug("There is no estimate of {}", settings.target(), e);
      isEstimateRefused = true;
      return Estimate.UNKNOWN;
    }
  }

  @Override
  public InputPartition[] planInputPartitions() {
    return tasks().toArray(InputPartition[]::new);
  }

  /** Spark may ask again; the answer of one batch never changes. */
  private synchronized List<RangePartition> tasks() {
    if (tasks == null) {
      tasks = planned();
      tasks.forEach(task -> LOG.info("Planned {}", task.range()));
    }
    return tasks;
  }

  private List<RangePartition> planned() {
    if (wanted.narrowing().leavesNothing()) {
      return List.of();
    }
    ReadSettings reading = settings.reading();
    BatchPlan plan;
    try (BrokerLease broker = BrokerLease.open(settings.connection())) {
      plan = new BatchPlanner(reading, broker).plan(settings.target(), wanted.narrowing());
    }
    DataLoss dataLoss = new DataLoss(reading.failsOnDataLoss(), LOG);
    for (Loss loss : plan.losses()) {
      dataLoss.removed(loss, "The stream now begins at offset %d.".formatted(loss.until()));
    }
    return PlannedSplits.of(plan.ranges(), reading).stream()
        .map(range -> new RangePartition(range, plan.reaches(range)))
        .toList();
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new RangeReaderFactory(
        settings, wanted.columns(), wanted.limit().orElse(Long.MAX_VALUE));
  }
}
