package org.sparkrabbit.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class IntervalTest {
  @Test
  void bounds_are_included_or_not() {
    assertEquals(new Interval(5, Long.MAX_VALUE), Interval.atLeast(5));
    assertEquals(new Interval(6, Long.MAX_VALUE), Interval.above(5));
    assertEquals(new Interval(Long.MIN_VALUE, 5), Interval.atMost(5));
    assertEquals(new Interval(Long.MIN_VALUE, 4), Interval.below(5));
    assertEquals(new Interval(5, 5), Interval.exactly(5));
  }

  @Test
  void beyond_the_largest_and_the_smallest_number_there_is_none() {
    assertTrue(Interval.above(Long.MAX_VALUE).isEmpty());
    assertTrue(Interval.below(Long.MIN_VALUE).isEmpty());
    assertEquals(Long.MAX_VALUE, Interval.atLeast(5).until());
    assertEquals(6, Interval.exactly(5).until());
  }

  @Test
  void both_is_what_is_in_both() {
    assertEquals(new Interval(5, 9), Interval.atLeast(5).and(Interval.below(10)));
    assertEquals(Interval.NONE, Interval.atLeast(5).and(Interval.below(5)));
    assertEquals(Interval.NONE, Interval.NONE.and(Interval.ALL));
  }

  @Test
  void the_hull_spans_both() {
    assertEquals(new Interval(1, 9), Interval.exactly(1).hull(Interval.exactly(9)));
    assertEquals(Interval.exactly(1), Interval.exactly(1).hull(Interval.NONE));
    assertEquals(Interval.NONE, Interval.NONE.hull(Interval.NONE));
  }
}
