package org.sparkrabbit.plan;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Divides a budget among streams. */
final class Shares {
  private Shares() {}

  /**
   * In proportion to what each stream wants, whole numbers by largest remainder, at least one for
   * each stream that wants any, and never more than it wants. The budget must reach for one each.
   */
  static SortedMap<String, Long> proportional(long budget, SortedMap<String, Long> wanted) {
    TreeMap<String, Long> open = new TreeMap<>(wanted);
    open.values().removeIf(want -> want == 0);
    if (budget < open.size()) {
      throw new IllegalArgumentException(
          "A budget of %d does not reach for %d streams".formatted(budget, open.size()));
    }
    SortedMap<String, Long> shares = new TreeMap<>();
    if (total(open).compareTo(BigInteger.valueOf(budget)) <= 0) {
      shares.putAll(open);
      return shares;
    }
    long left = budget;
    // Who would get less than one gets one; that changes the shares of the others.
    for (List<String> small = small(left, open); !small.isEmpty(); small = small(left, open)) {
      small.forEach(stream -> shares.put(stream, 1L));
      open.keySet().removeAll(small);
      left -= small.size();
    }
    shares.putAll(byLargestRemainder(left, open));
    return shares;
  }

  /**
   * One each for as many streams as the budget reaches, beginning after the stream that was served
   * last, so that all come to their turn.
   */
  static SortedMap<String, Long> inTurns(
      long budget, SortedMap<String, Long> wanted, String lastServed) {
    List<String> waiting =
        new ArrayList<>(wanted.keySet().stream().filter(name -> wanted.get(name) > 0).toList());
    if (lastServed != null) {
      // False sorts before true: whoever comes after the last one is first.
      waiting.sort(
          Comparator.<String, Boolean>comparing(name -> name.compareTo(lastServed) <= 0)
              .thenComparing(Comparator.naturalOrder()));
    }
    SortedMap<String, Long> shares = new TreeMap<>();
    waiting.stream().limit(budget).forEach(stream -> shares.put(stream, 1L));
    return shares;
  }

  private static List<String> small(long budget, SortedMap<String, Long> wanted) {
    BigInteger total = total(wanted);
    BigInteger whole = BigInteger.valueOf(budget);
    return wanted.keySet().stream()
        .filter(
            stream -> whole.multiply(BigInteger.valueOf(wanted.get(stream))).compareTo(total) < 0)
        .toList();
  }

  private static SortedMap<String, Long> byLargestRemainder(
      long budget, SortedMap<String, Long> wanted) {
    SortedMap<String, Long> shares = new TreeMap<>();
    SortedMap<String, BigInteger> remainders = new TreeMap<>();
    BigInteger total = total(wanted);
    long left = budget;
    for (String stream : wanted.keySet()) {
      BigInteger[] share =
          BigInteger.valueOf(budget)
              .multiply(BigInteger.valueOf(wanted.get(stream)))
              .divideAndRemainder(total);
      shares.put(stream, share[0].longValueExact());
      remainders.put(stream, share[1]);
      left -= share[0].longValueExact();
    }
    remainders.keySet().stream()
        .sorted(Comparator.comparing(remainders::get, Comparator.reverseOrder()))
        .limit(left)
        .forEach(stream -> shares.merge(stream, 1L, Long::sum));
    return shares;
  }

  private static BigInteger total(SortedMap<String, Long> wanted) {
    return wanted.values().stream()
        .map(BigInteger::valueOf)
        .reduce(BigInteger.ZERO, BigInteger::add);
  }
}
