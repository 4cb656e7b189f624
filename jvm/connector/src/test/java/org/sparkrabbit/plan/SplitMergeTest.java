package org.sparkrabbit.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.plan.SplitMerge.Piece;

class SplitMergeTest {
  @Test
  void without_pieces_nothing_advances() {
    assertEquals(40, SplitMerge.advance(40, List.of()));
  }

  @Test
  void finished_pieces_advance_in_whatever_order_they_came() {
    assertEquals(
        300,
        SplitMerge.advance(
            0,
            List.of(new Piece(200, 300, 300), new Piece(0, 100, 100), new Piece(100, 200, 200))));
  }

  @Test
  void an_unfinished_piece_ends_the_advance() {
    assertEquals(
        100,
        SplitMerge.advance(
            0,
            List.of(new Piece(0, 100, 100), new Piece(100, 200, 199), new Piece(200, 300, 300))));
  }

  @Test
  void a_missing_piece_ends_the_advance() {
    assertEquals(
        100, SplitMerge.advance(0, List.of(new Piece(0, 100, 100), new Piece(200, 300, 300))));
  }

  @Test
  void a_missing_first_piece_advances_nothing() {
    assertEquals(0, SplitMerge.advance(0, List.of(new Piece(100, 200, 200))));
  }

  @Test
  void of_several_attempts_the_best_counts() {
    assertEquals(
        200,
        SplitMerge.advance(
            0,
            List.of(
                new Piece(0, 100, 30),
                new Piece(0, 100, 100),
                new Piece(100, 200, 200),
                new Piece(100, 200, 100))));
  }

  @Test
  void an_empty_piece_hinders_nobody() {
    assertEquals(100, SplitMerge.advance(0, List.of(new Piece(0, 0, 0), new Piece(0, 100, 100))));
  }

  @Test
  void a_piece_that_runs_backwards_cannot_be() {
    assertThrows(IllegalArgumentException.class, () -> new Piece(10, 5, 7));
    assertThrows(IllegalArgumentException.class, () -> new Piece(0, 10, 11));
  }

  @RepeatedTest(300)
  void everything_before_the_advance_is_done_and_the_next_offset_is_not(RepetitionInfo seed) {
    Random random = new Random(seed.getCurrentRepetition());
    List<Piece> pieces = new ArrayList<>();
    long firstUnfinished = -1;
    long from = 50;
    for (int piece = 0; piece < 12; piece++) {
      long until = from + 1 + random.nextInt(100);
      boolean isFinished = random.nextInt(5) > 0;
      if (!isFinished && firstUnfinished < 0) {
        firstUnfinished = from;
      }
      pieces.add(new Piece(from, until, isFinished ? until : from + random.nextLong(until - from)));
      from = until;
    }
    Collections.shuffle(pieces, random);

    long advanced = SplitMerge.advance(50, pieces);

    assertEquals(firstUnfinished < 0 ? from : firstUnfinished, advanced);
    assertTrue(advanced >= 50);
  }
}
