package org.sparkrabbit.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.plan.BatchPlan.TimeQuestion;

class NarrowingTest {
  private static final long MARGIN = 300_000;

  /** Messages 10 to 99, and stored offsets that took 100 to 104. */
  private static final Extent ORDERS = new Extent("orders", 10, 100, 105);

  private static final Position EARLIEST = new Position.Earliest();
  private static final Position LATEST = new Position.Latest();

  @Test
  void offsets_narrow_the_range() {
    assertEquals(range(20, 30), plan(EARLIEST, LATEST, offsets(20, 29)).ranges().get(0));
  }

  @Test
  void offsets_that_are_not_there_are_neither_waited_for_nor_lost() {
    assertPlanned(range(10, 100), offsets(5, 1_000_000));
    assertPlanned(range(10, 10), offsets(0, 7));
    assertPlanned(range(500, 500), offsets(500, 600));
  }

  @Test
  void a_narrowed_end_in_a_gap_is_not_waited_for() {
    assertEquals(range(10, 100), plan(EARLIEST, at(200), offsets(0, 102)).ranges().get(0));
  }

  @Test
  void an_end_that_was_asked_for_is_still_waited_for() {
    assertEquals(range(10, 151), plan(EARLIEST, at(200), offsets(0, 150)).ranges().get(0));
  }

  @Test
  void what_is_gone_is_lost_as_far_as_it_is_wanted() {
    assertEquals(List.of(loss(3, 10)), plan(at(3), LATEST, Narrowing.NONE).losses());
    assertEquals(List.of(loss(5, 10)), plan(at(3), LATEST, offsets(5, 50)).losses());
    assertEquals(List.of(loss(5, 8)), plan(at(3), LATEST, offsets(5, 7)).losses());
    assertEquals(List.of(), plan(at(3), LATEST, offsets(10, 50)).losses());
    assertEquals(List.of(), plan(at(3), LATEST, offsets(0, 2)).losses());
  }

  @Test
  void streams_are_picked_by_name() {
    Narrowing narrowing = Narrowing.toStreams(Set.of("b", "z"));
    assertEquals(List.of("b"), narrowing.among(List.of("a", "b", "c")));
    assertEquals(List.of("a", "b"), Narrowing.NONE.among(List.of("a", "b")));
  }

  @Test
  void contradictions_leave_nothing() {
    assertTrue(offsets(5, 4).leavesNothing());
    assertTrue(Narrowing.toOffsets(Interval.below(0)).leavesNothing());
    assertTrue(offsets(0, 4).and(offsets(5, 9)).leavesNothing());
    assertTrue(
        Narrowing.toStreams(Set.of("a")).and(Narrowing.toStreams(Set.of("b"))).leavesNothing());
    assertTrue(times(0, 4).and(times(5, 9)).leavesNothing());
    assertEquals(offsets(0, 4), offsets(0, 4).or(offsets(5, 4)));
  }

  @Test
  void either_leaves_what_lies_between_and_what_only_one_names_is_not_narrowed() {
    assertEquals(offsets(1, 9), offsets(1, 2).or(offsets(8, 9)));
    assertEquals(Narrowing.NONE, offsets(1, 2).or(Narrowing.toStreams(Set.of("a"))));
    assertEquals(
        Narrowing.toStreams(Set.of("a", "b")),
        Narrowing.toStreams(Set.of("a")).or(Narrowing.toStreams(Set.of("b"))));
  }

  @Test
  void times_are_asked_for_with_five_minutes_on_each_side() {
    Narrowing narrowing = times(1_000_000_999L, 2_000_000_000L);
    assertEquals(Set.of(new TimeQuestion("a", 1_000_000 - MARGIN)), narrowing.begins(List.of("a")));
    assertEquals(Set.of(new TimeQuestion("a", 2_000_001 + MARGIN)), narrowing.ends(List.of("a")));
  }

  @Test
  void a_time_near_1970_or_before_begins_with_the_first_chunk() {
    assertEquals(Set.of(), times(MARGIN * 1000, 400_000_000).begins(List.of("a")));
    assertEquals(
        Set.of(new TimeQuestion("a", 0)), times(Long.MIN_VALUE, -400_000_000).ends(List.of("a")));
    assertEquals(Set.of(), times(Long.MIN_VALUE, Long.MAX_VALUE).ends(List.of("a")));
  }

  @Test
  void chunks_of_other_times_are_not_read() {
    assertEquals(range(40, 60), timed(OptionalLong.of(40), OptionalLong.of(60), EARLIEST));
    assertEquals(range(40, 100), timed(OptionalLong.of(40), OptionalLong.empty(), EARLIEST));
    assertEquals(range(50, 60), timed(OptionalLong.of(40), OptionalLong.of(60), at(50)));
  }

  @Test
  void where_nothing_is_young_enough_the_read_begins_behind_all_there_was_before_it_was_asked() {
    assertEquals(range(95, 100), timed(OptionalLong.empty(), OptionalLong.empty(), EARLIEST));
  }

  @Test
  void what_is_gone_is_lost_unless_an_older_chunk_is_kept() {
    assertEquals(List.of(loss(3, 10)), timedPlan(OptionalLong.of(10), at(3)).losses());
    assertEquals(List.of(), timedPlan(OptionalLong.of(11), at(3)).losses());
  }

  private static OffsetRange timed(OptionalLong begin, OptionalLong end, Position start) {
    return timedPlan(begin, end, start).ranges().get(0);
  }

  private static BatchPlan timedPlan(OptionalLong begin, Position start) {
    return timedPlan(begin, OptionalLong.empty(), start);
  }

  private static BatchPlan timedPlan(OptionalLong begin, OptionalLong end, Position start) {
    Narrowing narrowing = times(1_000_000_000L, 2_000_000_000L);
    Map<TimeQuestion, OptionalLong> answers = new HashMap<>();
    narrowing.begins(List.of("orders")).forEach(question -> answers.put(question, begin));
    narrowing.ends(List.of("orders")).forEach(question -> answers.put(question, end));
    Extent before = new Extent("orders", 10, 95, 95);
    return plan(start, LATEST, narrowing, narrowing.completed(answers, List.of(before)));
  }

  private static BatchPlan plan(Position start, Position end, Narrowing narrowing) {
    return plan(start, end, narrowing, Map.of());
  }

  private static BatchPlan plan(
      Position start, Position end, Narrowing narrowing, Map<TimeQuestion, OptionalLong> answers) {
    return BatchPlan.of(
        List.of(ORDERS),
        new Positions.Everywhere(start),
        new Positions.Everywhere(end),
        answers,
        0,
        narrowing);
  }

  private static void assertPlanned(OffsetRange range, Narrowing narrowing) {
    BatchPlan plan = plan(EARLIEST, LATEST, narrowing);
    assertEquals(List.of(range), plan.ranges());
    assertEquals(List.of(), plan.losses());
  }

  private static Narrowing offsets(long least, long most) {
    return Narrowing.toOffsets(new Interval(least, most));
  }

  private static Narrowing times(long least, long most) {
    return Narrowing.toTimes(new Interval(least, most));
  }

  private static Position at(long offset) {
    return new Position.AtOffset(offset);
  }

  private static OffsetRange range(long from, long until) {
    return new OffsetRange("orders", from, until);
  }

  private static Loss loss(long from, long until) {
    return new Loss("orders", from, until);
  }
}
