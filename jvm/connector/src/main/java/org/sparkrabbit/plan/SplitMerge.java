package org.sparkrabbit.plan;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How far a stream is done when several tasks have read pieces of it. */
public final class SplitMerge {
  private SplitMerge() {}

  /** A piece from {@code from} to before {@code until}, done up to before {@code committed}. */
  public record Piece(long from, long until, long committed) {
    public Piece {
      if (from < 0 || from > until || committed < from || committed > until) {
        throw new IllegalArgumentException(
            "Piece is not in order: %d, %d, %d".formatted(from, until, committed));
      }
    }
  }

  /**
   * One past the last offset up to which everything from {@code base} on is done. A piece may have
   * been tried several times; the best of its attempts counts. An unfinished or missing piece ends
   * the advance before it.
   */
  public static long advance(long base, Collection<Piece> pieces) {
    Map<List<Long>, Piece> best =
        new TreeMap<>(
            Comparator.comparing((List<Long> key) -> key.get(0)).thenComparing(key -> key.get(1)));
    for (Piece piece : pieces) {
      best.merge(
          List.of(piece.from(), piece.until()),
          piece,
          (one, other) -> one.committed() >= other.committed() ? one : other);
    }
    long done = base;
    for (Piece piece : best.values()) {
      if (piece.from() == done && piece.committed() == piece.until()) {
        done = piece.until();
      }
    }
    return done;
  }
}
