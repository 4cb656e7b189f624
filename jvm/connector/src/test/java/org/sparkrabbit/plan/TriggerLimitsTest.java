package org.sparkrabbit.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TriggerLimitsTest {
  private static final SortedMap<String, Long> PENDING =
      new TreeMap<>(Map.of("a", 30L, "b", 10L, "c", 0L));
  private static final SortedMap<String, Double> SIZES =
      new TreeMap<>(Map.of("a", 100.0, "b", 100.0, "c", 100.0));

  @Test
  void without_limits_everything_is_allowed_at_once() {
    assertFalse(TriggerLimits.NONE.waits(PENDING, Duration.ZERO));
    assertEquals(PENDING, TriggerLimits.NONE.allowed(PENDING, new TreeMap<>(), null));
  }

  @Test
  void a_minimum_counts_all_streams_together() {
    assertTrue(waitsFor(41).waits(PENDING, Duration.ofSeconds(59)));
    assertFalse(waitsFor(40).waits(PENDING, Duration.ofSeconds(59)));
  }

  @Test
  void a_minimum_is_waited_for_no_longer_than_said() {
    assertFalse(waitsFor(41).waits(PENDING, Duration.ofMinutes(1)));
  }

  @Test
  void a_minimum_beyond_all_measure_is_waited_for() {
    SortedMap<String, Long> pending = new TreeMap<>(Map.of("a", Long.MAX_VALUE, "b", 2L));
    assertFalse(waitsFor(Long.MAX_VALUE).waits(pending, Duration.ZERO));
    assertTrue(waitsFor(Long.MAX_VALUE).waits(PENDING, Duration.ZERO));
  }

  @Test
  void rows_are_limited() {
    assertEquals(Map.of("a", 15L, "b", 5L), limits(20L, null).allowed(PENDING, SIZES, null));
  }

  @Test
  void bytes_are_limited() {
    assertEquals(Map.of("a", 9L, "b", 3L), limits(null, 1_200L).allowed(PENDING, SIZES, null));
  }

  @Test
  void of_rows_and_bytes_the_narrower_counts() {
    assertEquals(Map.of("a", 9L, "b", 3L), limits(20L, 1_200L).allowed(PENDING, SIZES, null));
    assertEquals(Map.of("a", 3L, "b", 1L), limits(4L, 1_200L).allowed(PENDING, SIZES, null));
  }

  @Test
  void two_limits_that_take_turns_serve_the_same_streams() {
    assertEquals(Map.of("b", 1L), limits(1L, 10L).allowed(PENDING, SIZES, "a"));
    assertEquals(Map.of("a", 1L), limits(1L, 10L).allowed(PENDING, SIZES, "b"));
  }

  @Test
  void limits_add_up() {
    TriggerLimits both =
        limits(5L, null).and(limits(null, 7L)).and(waitsFor(3)).and(TriggerLimits.NONE);
    assertEquals(new TriggerLimits(5L, 7L, 3L, Duration.ofMinutes(1)), both);
  }

  private static TriggerLimits limits(Long rows, Long bytes) {
    return new TriggerLimits(rows, bytes, null, null);
  }

  private static TriggerLimits waitsFor(long rows) {
    return new TriggerLimits(null, null, rows, Duration.ofMinutes(1));
  }
}
