package org.sparkrabbit.plan;

import java.util.SortedMap;
import java.util.TreeMap;

/** How many of the pending offsets of each stream one micro-batch may read. */
public final class Allowance {
  private Allowance() {}

  /**
   * At most {@code most} offsets together, in proportion to what is pending. If that does not reach
   * for one of each stream, the streams take turns, beginning after {@code lastServed}; null begins
   * with the first.
   */
  public static SortedMap<String, Long> rows(
      long most, SortedMap<String, Long> pending, String lastServed) {
    long streams = pending.values().stream().filter(count -> count > 0).count();
    return most < streams
        ? Shares.inTurns(most, pending, lastServed)
        : Shares.proportional(most, pending);
  }

  /**
   * About {@code most} bytes together, given the size of a message in each stream. A message above
   * the limit comes alone: a limit never stops a query.
   */
  public static SortedMap<String, Long> bytes(
      long most,
      SortedMap<String, Long> pending,
      SortedMap<String, Double> messageSizes,
      String lastServed) {
    SortedMap<String, Long> pendingBytes = new TreeMap<>();
    double largest = 1;
    for (String stream : pending.keySet()) {
      double size = messageSizes.get(stream);
      pendingBytes.put(stream, bytes(pending.get(stream), size));
      largest = pending.get(stream) > 0 ? Math.max(largest, size) : largest;
    }
    long streams = pending.values().stream().filter(count -> count > 0).count();
    if (most < streams * largest) {
      // Too little for a message of each: turns, with as many messages as fit, but never none.
      return Shares.inTurns(Math.max(1, (long) (most / largest)), pending, lastServed);
    }
    SortedMap<String, Long> rows = new TreeMap<>();
    Shares.proportional(most, pendingBytes)
        .forEach(
            (stream, bytes) ->
                rows.put(
                    stream,
                    Math.min(
                        pending.get(stream),
                        Math.max(1, (long) (bytes / messageSizes.get(stream))))));
    return rows;
  }

  /** What is pending counts, however small its messages are. */
  private static long bytes(long count, double size) {
    return count == 0 ? 0 : Math.max(1, (long) Math.min(count * size, Long.MAX_VALUE));
  }

  /** What both allow: the lesser of each stream. */
  public static SortedMap<String, Long> both(
      SortedMap<String, Long> one, SortedMap<String, Long> other) {
    SortedMap<String, Long> lesser = new TreeMap<>(one);
    lesser.keySet().retainAll(other.keySet());
    lesser.replaceAll((stream, count) -> Math.min(count, other.get(stream)));
    return lesser;
  }

  /** Whose turn was last, to be handed to the next allowance. */
  public static String lastServed(SortedMap<String, Long> allowed, String before) {
    if (allowed.isEmpty()) {
      return before;
    }
    // Served were the streams that follow the last one; the turn may have begun again at the top.
    SortedMap<String, Long> wrapped =
        before == null ? allowed : allowed.headMap(before + Character.MIN_VALUE);
    return wrapped.isEmpty() ? allowed.lastKey() : wrapped.lastKey();
  }
}
