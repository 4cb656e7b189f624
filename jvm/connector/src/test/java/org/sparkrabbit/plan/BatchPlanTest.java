package org.sparkrabbit.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.plan.BatchPlan.TimeQuestion;

class BatchPlanTest {
  private static final long NOW = 1_000_000;
  private static final Position EARLIEST = new Position.Earliest();
  private static final Position LATEST = new Position.Latest();

  /** Messages 10 to 99, and stored offsets that took 100 to 104. */
  private static final Extent ORDERS = new Extent("orders", 10, 100, 105);

  @Test
  void earliest_to_latest_is_all_that_is_there() {
    assertEquals(range(10, 100), plan(EARLIEST, LATEST));
  }

  @Test
  void latest_to_latest_is_nothing() {
    assertEquals(range(100, 100), plan(LATEST, LATEST));
  }

  @Test
  void offsets_are_taken_as_they_are() {
    assertEquals(range(20, 30), plan(at(20), at(30)));
  }

  @Test
  void an_end_in_a_gap_behind_the_last_message_is_not_waited_for() {
    assertEquals(range(20, 100), plan(at(20), at(103)));
    assertEquals(range(20, 100), plan(at(20), at(105)));
  }

  @Test
  void an_end_beyond_all_that_is_taken_is_waited_for() {
    assertEquals(range(20, 106), plan(at(20), at(106)));
  }

  @Test
  void what_begins_beyond_all_that_is_taken_is_not_reached() {
    BatchPlan plan = whole(List.of(ORDERS), at(20), at(200), Map.of());
    assertTrue(plan.reaches(range(20, 105)));
    assertTrue(plan.reaches(range(105, 150)));
    assertFalse(plan.reaches(range(106, 200)));
  }

  @Test
  void a_start_beyond_the_end_reads_nothing() {
    assertEquals(range(500, 500), plan(at(500), LATEST));
  }

  @Test
  void a_start_behind_an_explicit_end_is_refused() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> plan(at(30), at(20)));
    assertEquals(
        "the read of the stream 'orders' would begin at offset 30 and end before offset 20",
        refusal.getMessage());
  }

  @Test
  void a_start_before_the_first_message_is_a_loss() {
    BatchPlan plan = whole(List.of(ORDERS), at(3), LATEST, Map.of());
    assertEquals(List.of(range(10, 100)), plan.ranges());
    assertEquals(List.of(new Loss("orders", 3, 10)), plan.losses());
  }

  @Test
  void a_range_that_is_gone_altogether_is_a_loss_and_empty() {
    BatchPlan plan = whole(List.of(ORDERS), at(3), at(7), Map.of());
    assertEquals(List.of(range(10, 10)), plan.ranges());
    assertEquals(List.of(new Loss("orders", 3, 7)), plan.losses());
  }

  @Test
  void times_become_questions() {
    assertEquals(
        Set.of(new TimeQuestion("a", 999_000), new TimeQuestion("a", 5), new TimeQuestion("b", 5)),
        BatchPlan.questions(
            List.of("a", "b"),
            new Positions.ByStream(
                Map.of("a", new Position.AtTime(Moment.parse("-1s")), "b", EARLIEST)),
            new Positions.Everywhere(new Position.AtTime(Moment.parse("5"))),
            NOW));
  }

  @Test
  void answers_become_offsets() {
    assertEquals(
        List.of(range(40, 60)),
        whole(
                List.of(ORDERS),
                time("100"),
                time("200"),
                Map.of(
                    new TimeQuestion("orders", 100), OptionalLong.of(40),
                    new TimeQuestion("orders", 200), OptionalLong.of(60)))
            .ranges());
  }

  @Test
  void a_time_after_all_messages_is_the_end() {
    assertEquals(
        List.of(range(100, 100)),
        whole(
                List.of(ORDERS),
                time("100"),
                LATEST,
                Map.of(new TimeQuestion("orders", 100), OptionalLong.empty()))
            .ranges());
  }

  @Test
  void an_empty_stream_gives_an_empty_range() {
    assertEquals(
        List.of(range(0, 0)),
        whole(List.of(new Extent("orders", 0, 0, 0)), EARLIEST, LATEST, Map.of()).ranges());
  }

  private static OffsetRange plan(Position start, Position end) {
    BatchPlan plan = whole(List.of(ORDERS), start, end, Map.of());
    assertEquals(List.of(), plan.losses());
    return plan.ranges().get(0);
  }

  private static BatchPlan whole(
      List<Extent> extents, Position start, Position end, Map<TimeQuestion, OptionalLong> answers) {
    return BatchPlan.of(
        extents, new Positions.Everywhere(start), new Positions.Everywhere(end), answers, NOW);
  }

  private static Position at(long offset) {
    return new Position.AtOffset(offset);
  }

  private static Position time(String moment) {
    return new Position.AtTime(Moment.parse(moment));
  }

  private static OffsetRange range(long from, long until) {
    return new OffsetRange("orders", from, until);
  }
}
