package org.sparkrabbit.metrics;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/**
 * What a task that writes has counted. Spark's thread counts what it sends, the client's threads
 * what comes back. The way of a message is timed for one message at a time: when its confirm is
 * there, the next one that is sent takes its place. So no clock is read for each row.
 */
public final class WriteMetrics {
  private final AtomicLong confirms = new AtomicLong();
  private final AtomicLong errors = new AtomicLong();
  private final AtomicLong retries = new AtomicLong();
  private long records;
  private long bytes;
  private long flushNanos;
  private long commitNanos;

  private volatile Object timed;
  private volatile long timedSince;
  private volatile long latencyNanos;
  private volatile long latencies;

  /** Counts a message, which is told apart by its identity, before it is sent. */
  public void sent(Object message, int size) {
    records++;
    bytes += size;
    if (timed == null) {
      timedSince = System.nanoTime();
      timed = message;
    }
  }

  /** May be called from any thread. */
  public void settled(Object message, boolean isConfirmed) {
    (isConfirmed ? confirms : errors).incrementAndGet();
    if (message == timed) {
      endTiming();
    }
  }

  /** Only one thread at a time sees the confirm of the message that is timed. */
  private void endTiming() {
    latencyNanos = latencyNanos + System.nanoTime() - timedSince;
    latencies = latencies + 1;
    timed = null;
  }

  public void waitedForRoom(long nanos) {
    flushNanos += nanos;
  }

  public void waitedForTheRest(long nanos) {
    commitNanos += nanos;
  }

  /** May be called from any thread. */
  public void retry() {
    retries.incrementAndGet();
  }

  public CustomTaskMetric[] values() {
    return new CustomTaskMetric[] {
      Metric.RECORDS_WRITTEN.at(records),
      Metric.BYTES_WRITTEN.at(bytes),
      Metric.PUBLISH_CONFIRMS.at(confirms.get()),
      Metric.PUBLISH_ERRORS.at(errors.get()),
      Metric.WRITE_LATENCY.at(NANOSECONDS.toMillis(latencyNanos / Math.max(1, latencies))),
      Metric.FLUSH_TIME.at(NANOSECONDS.toMillis(flushNanos)),
      Metric.COMMIT_TIME.at(NANOSECONDS.toMillis(commitNanos)),
      Metric.WRITE_RETRIES.at(retries.get())
    };
  }
}
