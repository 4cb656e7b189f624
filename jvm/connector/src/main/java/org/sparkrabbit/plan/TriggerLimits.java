package org.sparkrabbit.plan;

import java.time.Duration;
import java.util.SortedMap;

/**
 * How much one micro-batch may read, and what it waits for. What is not limited is null.
 *
 * @param minRows offsets that must be pending, or {@code maxDelay} must have passed
 */
public record TriggerLimits(Long maxRows, Long maxBytes, Long minRows, Duration maxDelay) {
  public static final TriggerLimits NONE = new TriggerLimits(null, null, null, null);

  /** What this limits, and what another one limits beside it. */
  public TriggerLimits and(TriggerLimits other) {
    return new TriggerLimits(
        other.maxRows == null ? maxRows : other.maxRows,
        other.maxBytes == null ? maxBytes : other.maxBytes,
        other.minRows == null ? minRows : other.minRows,
        other.maxDelay == null ? maxDelay : other.maxDelay);
  }

  /** Whether it is too early for a batch, so long after the last one. */
  public boolean waits(SortedMap<String, Long> pending, Duration sinceLastBatch) {
    if (minRows == null || sinceLastBatch.compareTo(maxDelay) >= 0) {
      return false;
    }
    long missing = minRows;
    for (long count : pending.values()) {
      missing -= Math.min(missing, count);
    }
    return missing > 0;
  }

  /** How many of the pending offsets of each stream may be read now. */
  public SortedMap<String, Long> allowed(
      SortedMap<String, Long> pending, SortedMap<String, Double> messageSizes, String lastServed) {
    SortedMap<String, Long> allowed = pending;
    if (maxRows != null) {
      allowed = Allowance.rows(maxRows, pending, lastServed);
    }
    if (maxBytes != null) {
      allowed =
          Allowance.both(allowed, Allowance.bytes(maxBytes, pending, messageSizes, lastServed));
    }
    return allowed;
  }
}
