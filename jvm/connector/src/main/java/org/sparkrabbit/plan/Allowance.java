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
    SortedMap<String, Long> waiting = new TreeMap<>(pending);
    waiting.values().removeIf(count -> count == 0);
    double largest = waiting.keySet().stream().mapToDouble(messageSizes::get).max().orElse(1);
    if (most < waiting.size() * largest) {
      // Too little for a message of each: turns, with as many messages as fit, but never none.
      return Shares.inTurns(Math.max(1, (long) (most / largest)), pending, lastServed);
    }
    SortedMap<String, Long> rows = proportional(most, waiting, messageSizes, 0);
    double bytes =
        rows.keySet().stream().mapToDouble(name -> rows.get(name) * messageSizes.get(name)).sum();
    // Where shares of less than a message have become one, the others have to give way.
    return bytes <= most ? rows : proportional(most, waiting, messageSizes, 1);
  }

  /**
   * So many messages of each first, and the rest in proportion to what waits behind them; at least
   * one message of each in the end.
   */
  private static SortedMap<String, Long> proportional(
      long most, SortedMap<String, Long> waiting, SortedMap<String, Double> sizes, long first) {
    double left = most;
    SortedMap<String, Long> behind = new TreeMap<>();
    for (String stream : waiting.keySet()) {
      double size = sizes.get(stream);
      left -= first * size;
      long bytes = (long) Math.min((waiting.get(stream) - first) * size, Long.MAX_VALUE);
      if (waiting.get(stream) > first) {
        behind.put(stream, Math.max(1, bytes));
      }
    }
    SortedMap<String, Long> rows = new TreeMap<>(waiting);
    rows.replaceAll((stream, count) -> 1L);
    if (left >= behind.size()) {
      Shares.proportional((long) left, behind)
          .forEach(
              (stream, bytes) -> {
                long fitting = first + (long) (bytes / sizes.get(stream));
                rows.put(stream, Math.min(waiting.get(stream), Math.max(1, fitting)));
              });
    }
    return rows;
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
