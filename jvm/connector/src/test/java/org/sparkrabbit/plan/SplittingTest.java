package org.sparkrabbit.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class SplittingTest {
  @Test
  void without_bounds_every_range_stays_whole() {
    assertEquals(
        List.of(range("a", 0, 10), range("b", 5, 9)),
        Splitting.split(List.of(range("a", 0, 10), range("b", 5, 9)), null, null));
  }

  @Test
  void an_empty_range_gives_no_piece() {
    assertEquals(List.of(), Splitting.split(List.of(range("a", 7, 7)), 4L, null));
  }

  @Test
  void one_range_is_cut_into_pieces_that_differ_by_one_at_most() {
    assertEquals(
        List.of(range("a", 100, 104), range("a", 104, 107), range("a", 107, 110)),
        Splitting.split(List.of(range("a", 100, 110)), 3L, null));
  }

  @Test
  void longer_ranges_give_more_pieces() {
    assertEquals(
        List.of(range("a", 0, 10), range("a", 10, 20), range("a", 20, 30), range("b", 0, 10)),
        Splitting.split(List.of(range("a", 0, 30), range("b", 0, 10)), 4L, null));
  }

  @Test
  void fewer_pieces_than_ranges_change_nothing() {
    assertEquals(
        List.of(range("a", 0, 30), range("b", 0, 10)),
        Splitting.split(List.of(range("a", 0, 30), range("b", 0, 10)), 2L, null));
  }

  @Test
  void more_pieces_than_spark_can_list_are_refused() {
    List<OffsetRange> ranges = List.of(range("a", 0, 10), range("b", 5, Long.MAX_VALUE));
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> Splitting.split(ranges, null, 10L));
    assertEquals(
        "maxRecordsPerPartition or minPartitions would cut offsets 5 to 9223372036854775806 of the"
            + " stream 'b' into 922337203685477581 tasks; more than 1000000 in all are not planned."
            + " Choose larger pieces, or fewer",
        refusal.getMessage());
  }

  @Test
  void no_range_is_cut_below_one_offset() {
    assertEquals(
        List.of(range("a", 4, 5), range("a", 5, 6)),
        Splitting.split(List.of(range("a", 4, 6)), 8L, null));
  }

  @Test
  void no_piece_is_longer_than_allowed() {
    assertEquals(
        List.of(range("a", 0, 4), range("a", 4, 7), range("a", 7, 10)),
        Splitting.split(List.of(range("a", 0, 10)), null, 4L));
  }

  @Test
  void the_longest_range_that_can_be_is_cut_exactly() {
    assertEquals(
        List.of(
            range("a", 0, 4611686018427387904L), range("a", 4611686018427387904L, Long.MAX_VALUE)),
        Splitting.split(List.of(range("a", 0, Long.MAX_VALUE)), 2L, null));
  }

  @RepeatedTest(500)
  void pieces_cover_the_ranges_without_gap_or_overlap(RepetitionInfo seed) {
    Random random = new Random(seed.getCurrentRepetition());
    List<OffsetRange> ranges = new ArrayList<>();
    for (int stream = 0; stream < 1 + random.nextInt(8); stream++) {
      long from = random.nextInt(1_000);
      ranges.add(range("s" + stream, from, from + random.nextInt(500)));
    }
    Long minPieces = random.nextBoolean() ? null : 1 + random.nextLong(64);
    Long maxLength = random.nextBoolean() ? null : 1 + random.nextLong(200);

    List<OffsetRange> pieces = Splitting.split(ranges, minPieces, maxLength);

    List<OffsetRange> full = ranges.stream().filter(range -> !range.isEmpty()).toList();
    for (OffsetRange range : full) {
      long next = range.from();
      for (OffsetRange piece : pieces) {
        if (piece.stream().equals(range.stream())) {
          assertEquals(next, piece.from());
          assertTrue(piece.length() > 0);
          assertTrue(maxLength == null || piece.length() <= maxLength);
          next = piece.until();
        }
      }
      assertEquals(range.until(), next);
    }
    long offsets = full.stream().mapToLong(OffsetRange::length).sum();
    assertTrue(minPieces == null || pieces.size() >= Math.min(minPieces, offsets));
  }

  private static OffsetRange range(String stream, long from, long until) {
    return new OffsetRange(stream, from, until);
  }
}
