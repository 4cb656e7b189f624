package org.sparkrabbit.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class OffsetRangeTest {
  @Test
  void a_range_may_be_empty() {
    assertTrue(new OffsetRange("orders", 5, 5).isEmpty());
    assertFalse(new OffsetRange("orders", 5, 6).isEmpty());
  }

  @Test
  void a_range_never_runs_backwards() {
    Exception e =
        assertThrows(IllegalArgumentException.class, () -> new OffsetRange("orders", 6, 5));
    assertEquals("Range of orders runs backwards: 6 to 5", e.getMessage());
  }

  @Test
  void a_range_never_begins_below_zero() {
    assertThrows(IllegalArgumentException.class, () -> new OffsetRange("orders", -1, 5));
  }

  @Test
  void a_range_reads_well_in_a_log() {
    assertEquals("stream=orders from=0 until=480", new OffsetRange("orders", 0, 480).toString());
  }
}
