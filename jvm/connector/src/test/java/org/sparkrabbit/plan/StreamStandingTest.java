package org.sparkrabbit.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StreamStandingTest {
  /** Messages from 100 to 199, and three offsets behind them that are none. */
  private static final Extent EXTENT = new Extent("orders", 100, 200, 203);

  private static final OptionalLong NO_FLOOR = OptionalLong.of(0);

  @Test
  void what_lies_before_the_end_is_pending() {
    StreamStanding standing = at(150);
    assertEquals(50, standing.pending());
    assertEquals(150, standing.base());
    assertFalse(standing.isAnew());
    assertFalse(standing.hasLost());
  }

  @Test
  void offsets_behind_the_last_message_are_not_pending() {
    for (long next = 200; next <= 203; next++) {
      assertEquals(0, at(next).pending());
      assertFalse(at(next).isAnew());
      assertFalse(at(next).hasLost());
    }
  }

  @Test
  void a_stream_that_ends_before_what_was_read_is_another_one() {
    assertTrue(at(204).isAnew());
    assertTrue(new StreamStanding(1, new Extent("orders", 0, 0, 0), NO_FLOOR, 9, 1).isAnew());
  }

  @Test
  void what_retention_removed_is_lost_and_the_rest_is_pending() {
    StreamStanding standing = at(40);
    assertTrue(standing.hasLost());
    assertEquals(new Loss("orders", 40, 100), standing.loss());
    assertEquals(100, standing.base());
    assertEquals(100, standing.pending());
  }

  @Test
  void what_never_was_a_message_is_not_lost() {
    StreamStanding standing = new StreamStanding(90, EXTENT, NO_FLOOR, Long.MAX_VALUE, 100);
    assertFalse(standing.hasLost());
    assertEquals(100, standing.base());
    assertEquals(new Loss("orders", 95, 100), vacantUntil(95).loss());
  }

  @Test
  void nothing_is_read_at_or_behind_a_ceiling() {
    assertEquals(10, new StreamStanding(150, EXTENT, NO_FLOOR, 160, 150).pending());
    assertEquals(0, new StreamStanding(160, EXTENT, NO_FLOOR, 160, 160).pending());
    assertEquals(0, new StreamStanding(170, EXTENT, NO_FLOOR, 160, 170).pending());
  }

  @Test
  void a_ceiling_that_retention_has_passed_is_where_the_loss_ends() {
    StreamStanding standing = new StreamStanding(40, EXTENT, NO_FLOOR, 90, 40);
    assertEquals(0, standing.pending());
    assertTrue(standing.hasLost());
    assertEquals(new Loss(EXTENT.stream(), 40, 90), standing.loss());
    assertFalse(new StreamStanding(90, EXTENT, NO_FLOOR, 90, 90).hasLost());
  }

  @Test
  void before_the_time_to_begin_at_nothing_is_pending() {
    StreamStanding standing =
        new StreamStanding(40, EXTENT, OptionalLong.empty(), Long.MAX_VALUE, 40);
    assertEquals(0, standing.pending());
    assertFalse(standing.hasLost());
  }

  @Test
  void a_time_to_begin_at_is_where_the_reading_goes_on() {
    StreamStanding standing = floor(110, 180);
    assertEquals(180, standing.base());
    assertEquals(20, standing.pending());
    assertEquals(190, floor(190, 180).base());
  }

  @Test
  void what_retention_removed_before_the_time_to_begin_at_is_not_lost() {
    assertFalse(floor(40, 101).hasLost());
    assertEquals(101, floor(40, 101).base());
  }

  @Test
  void what_retention_removed_may_have_had_the_time_that_the_first_chunk_left_has() {
    assertTrue(floor(40, 100).hasLost());
    assertEquals(new Loss("orders", 40, 100), floor(40, 100).loss());
  }

  private static StreamStanding at(long next) {
    return new StreamStanding(next, EXTENT, NO_FLOOR, Long.MAX_VALUE, next);
  }

  private static StreamStanding vacantUntil(long offset) {
    return new StreamStanding(90, EXTENT, NO_FLOOR, Long.MAX_VALUE, offset);
  }

  private static StreamStanding floor(long next, long floor) {
    return new StreamStanding(next, EXTENT, OptionalLong.of(floor), Long.MAX_VALUE, next);
  }
}
