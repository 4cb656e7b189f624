package org.sparkrabbit.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Cuts ranges into pieces for several tasks. */
public final class Splitting {
  /** Far more than a driver of Spark can hand out, and few enough to be listed. */
  private static final long MOST_PIECES = 1_000_000;

  private Splitting() {}

  /**
   * The same offsets in at least {@code minPieces} pieces, where there are so many offsets, and
   * none longer than {@code maxLength}. Longer ranges give more pieces; empty ones give none.
   * Either bound may be null.
   *
   * @throws IllegalArgumentException where the pieces would be too many for Spark
   */
  public static List<OffsetRange> split(List<OffsetRange> ranges, Long minPieces, Long maxLength) {
    List<OffsetRange> full = ranges.stream().filter(range -> !range.isEmpty()).toList();
    SortedMap<String, Long> pieces = wanted(full, minPieces);
    List<OffsetRange> split = new ArrayList<>();
    for (OffsetRange range : full) {
      long forLength = maxLength == null ? 1 : ceilDiv(range.length(), maxLength);
      long wanted = Math.max(forLength, pieces.getOrDefault(range.stream(), 1L));
      requireFew(range, wanted, split.size());
      cut(range, wanted, split);
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

  private static void requireFew(OffsetRange range, long pieces, int others) {
    if (pieces > MOST_PIECES - others) {
      throw new IllegalArgumentException(
          ("maxRecordsPerPartition or minPartitions would cut offsets %d to %d of the stream '%s' into"
                  + " %d tasks; more than %d in all are not planned. Choose larger pieces, or fewer")
              .formatted(range.from(), range.until() - 1, range.stream(), pieces, MOST_PIECES));
    }
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
