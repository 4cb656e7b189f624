package org.sparkrabbit.metrics;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/**
 * What a task that writes has counted, on Spark's thread. The way to the broker and back is timed
 * for whole batches of messages, so no clock is read for each row.
 */
public final class WriteMetrics {
  private long records;
  private long bytes;
  private long skipped;
  private long deadLettered;
  private long confirms;
  private long errors;
  private long retries;
  private long flushNanos;
  private long commitNanos;
  private long latencyNanos;
  private long latencies;

  /** Counts a message before it is sent. */
  public void sent(int size) {
    records++;
    bytes += size;
  }

  /** A row that cannot be written was left out. */
  public void skipped() {
    skipped++;
  }

  /** A row that cannot be written went elsewhere. */
  public void deadLettered() {
    deadLettered++;
  }

  /** How many messages the broker has confirmed and refused by now. */
  public void settled(long confirmed, long refused) {
    confirms = confirmed;
    errors = refused;
  }

  /** A batch was confirmed after so long. */
  public void latency(long nanos) {
    latencyNanos += nanos;
    latencies++;
  }

  public void waitedForRoom(long nanos) {
    flushNanos += nanos;
  }

  public void waitedForTheRest(long nanos) {
    commitNanos += nanos;
  }

  /** A connection was opened again. */
  public void retry() {
    retries++;
  }

  public CustomTaskMetric[] values() {
    return new CustomTaskMetric[] {
      Metric.RECORDS_WRITTEN.at(records),
      Metric.BYTES_WRITTEN.at(bytes),
      Metric.ROWS_SKIPPED.at(skipped),
      Metric.ROWS_DEAD_LETTERED.at(deadLettered),
      Metric.PUBLISH_CONFIRMS.at(confirms),
      Metric.PUBLISH_ERRORS.at(errors),
      Metric.WRITE_LATENCY.at(NANOSECONDS.toMillis(latencyNanos / Math.max(1, latencies))),
      Metric.FLUSH_TIME.at(NANOSECONDS.toMillis(flushNanos)),
      Metric.COMMIT_TIME.at(NANOSECONDS.toMillis(commitNanos)),
      Metric.WRITE_RETRIES.at(retries)
    };
  }
}
