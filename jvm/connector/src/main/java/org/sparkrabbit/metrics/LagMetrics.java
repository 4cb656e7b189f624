package org.sparkrabbit.metrics;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** What a streaming query reports of each batch, in the form in which Spark shows it. */
public final class LagMetrics {
  private LagMetrics() {}

  /** The time is null where it is not known. */
  public static Map<String, String> values(Collection<Long> offsetsBehind, Long millisBehind) {
    Map<String, String> values = new TreeMap<>();
    if (!offsetsBehind.isEmpty()) {
      values.put(
          Metric.MIN_OFFSETS_BEHIND_LATEST.label(),
          Long.toString(each(offsetsBehind).min().orElseThrow()));
      values.put(
          Metric.MAX_OFFSETS_BEHIND_LATEST.label(),
          Long.toString(each(offsetsBehind).max().orElseThrow()));
      values.put(
          Metric.AVG_OFFSETS_BEHIND_LATEST.label(),
          Double.toString(each(offsetsBehind).average().orElseThrow()));
    }
    if (millisBehind != null) {
      values.put(Metric.LAG.label(), Long.toString(millisBehind));
    }
    return values;
  }

  private static LongStream each(Collection<Long> values) {
    return values.stream().mapToLong(Long::longValue);
  }
}
