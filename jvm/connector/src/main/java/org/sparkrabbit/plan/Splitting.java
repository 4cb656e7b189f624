package org.sparkrabbit.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Cuts ranges into pieces for several tasks. */
public final class Splitting {
  private Splitting() {}

  /**
   * The same offsets in at least {@code minPieces} pieces, where there are so many offsets, and
   * none longer than {@code maxLength}. Longer ranges give more pieces; empty ones give none.
   * Either bound may be null.
   */
  public static List<OffsetRange> split(List<OffsetRange> ranges, Long minPieces, Long maxLength) {
    List<OffsetRange> full = ranges.stream().filter(range -> !range.isEmpty()).toList();
    SortedMap<String, Long> pieces = wanted(full, minPieces);
    List<OffsetRange> split = new ArrayList<>();
    for (OffsetRange range : full) {
      long forLength = maxLength == null ? 1 : ceilDiv(range.length(), maxLength);
      cut(range, Math.max(forLength, pieces.getOrDefault(range.stream(), 1L)), split);
    }
    return split;
  }

  private static SortedMap<String, Long> wanted(List<OffsetRange> ranges, Long minPieces) {
    SortedMap<String, Long> lengths = new TreeMap<>();
    if (minPieces != null && minPieces > ranges.size()) {
      ranges.forEach(range -> lengths.put(range.stream(), range.length()));
      return Shares.proportional(minPieces, lengths);
    }
    return lengths;
  }

  private static void cut(OffsetRange range, long pieces, List<OffsetRange> into) {
    long length = range.length() / pieces;
    long longer = range.length() % pieces;
    long from = range.from();
    for (long piece = 0; piece < pieces; piece++) {
      long until = from + length + (piece < longer ? 1 : 0);
      into.add(new OffsetRange(range.stream(), from, until));
      from = until;
    }
  }

  /** Java has this from 18 on. */
  private static long ceilDiv(long number, long divisor) {
    return number / divisor + (number % divisor == 0 ? 0 : 1);
  }
}
