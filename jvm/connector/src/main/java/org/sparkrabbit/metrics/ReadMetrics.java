package org.sparkrabbit.metrics;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/**
 * What a task that reads has counted. Spark's thread counts; others may look at the retries, which
 * come from wherever a delivery ends. No clock is read for each row.
 */
public final class ReadMetrics {
  private static final int ROWS_PER_SAMPLE = 256;

  private final AtomicLong retries = new AtomicLong();
  private Map<String, Long> earlier = Map.of();
  private long records;
  private long bytes;
  private long batches;
  private long firstWaitNanos;
  private long waitNanos;
  private long decodeNanos;
  private long offsetsOutOfRange;
  private long dataLossEvents;

  public void batch(long nanosWaited) {
    if (batches == 0) {
      firstWaitNanos = nanosWaited;
    }
    batches++;
    waitNanos += nanosWaited;
  }

  public void message(int size) {
    records++;
    bytes += size;
  }

  public void messages(int count, long size) {
    records += count;
    bytes += size;
  }

  /** The message that was counted last, of this size, becomes no row. */
  public void dropped(int size) {
    records--;
    bytes -= size;
  }

  /** Whether the time that this message takes to become a row stands for those around it. */
  public boolean isSample() {
    return records % ROWS_PER_SAMPLE == 0;
  }

  public void sample(long nanosDecoding) {
    decodeNanos += nanosDecoding * ROWS_PER_SAMPLE;
  }

  public void decoded(long nanos) {
    decodeNanos += nanos;
  }

  public void lost(long offsets) {
    dataLossEvents++;
    offsetsOutOfRange += offsets;
  }

  /** May be called from any thread. */
  public void retry() {
    retries.incrementAndGet();
  }

  /** Where one task reads several ranges, one after the other, its last reader reports for all. */
  public void goOnFrom(CustomTaskMetric[] values) {
    earlier =
        Arrays.stream(values)
            .collect(Collectors.toMap(CustomTaskMetric::name, CustomTaskMetric::value));
  }

  public CustomTaskMetric[] values() {
    return new CustomTaskMetric[] {
      value(Metric.RECORDS_READ, records),
      value(Metric.BYTES_READ, bytes),
      value(Metric.BATCHES_READ, batches),
      Metric.READ_LATENCY.at(
          earlier.getOrDefault(Metric.READ_LATENCY.label(), NANOSECONDS.toMillis(firstWaitNanos))),
      value(Metric.FETCH_TIME, NANOSECONDS.toMillis(waitNanos)),
      value(Metric.DECODE_TIME, NANOSECONDS.toMillis(decodeNanos)),
      value(Metric.READ_RETRIES, retries.get()),
      value(Metric.OFFSETS_OUT_OF_RANGE, offsetsOutOfRange),
      value(Metric.DATA_LOSS_EVENTS, dataLossEvents)
    };
  }

  private CustomTaskMetric value(Metric metric, long counted) {
    return metric.at(counted + earlier.getOrDefault(metric.label(), 0L));
  }
}
