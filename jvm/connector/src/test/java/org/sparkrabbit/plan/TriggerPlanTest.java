package org.sparkrabbit.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.plan.TriggerPlan.Bounds;

class TriggerPlanTest {
  private static final Bounds UNBOUNDED = new Bounds(Map.of(), Map.of(), Map.of());

  @Test
  void what_is_allowed_is_read_and_the_rest_stays_where_it_is() {
    TriggerPlan plan = plan(offsets("a", 5, "b", 0), extent("a", 0, 10), extent("b", 0, 4));
    assertEquals(Map.of("a", 5L, "b", 4L), plan.pending());
    StreamOffsets end = plan.end(new TreeMap<>(Map.of("a", 3L)));
    assertEquals(offsets("a", 8, "b", 0), end);
    assertEquals(List.of(new OffsetRange("a", 5, 8)), plan.ranges(end));
  }

  @Test
  void where_nothing_is_pending_the_end_is_the_start() {
    StreamOffsets start = offsets("a", 10, "b", 4);
    TriggerPlan plan = plan(start, extent("a", 0, 10), extent("b", 0, 4));
    assertEquals(start, plan.end(plan.pending()));
    assertEquals(List.of(), plan.ranges(start));
  }

  @Test
  void a_stream_that_appears_begins_with_its_first_offset_in_the_next_batch() {
    TriggerPlan plan = plan(offsets("a", 5), extent("a", 0, 7), extent("b", 20, 30));
    assertEquals(Map.of("a", 2L), plan.pending());
    StreamOffsets end = plan.end(plan.pending());
    assertEquals(offsets("a", 7, "b", 20), end);
    assertEquals(List.of(new OffsetRange("a", 5, 7)), plan.ranges(end));
  }

  @Test
  void a_stream_that_is_missing_keeps_its_place() {
    TriggerPlan plan = plan(offsets("a", 5, "b", 3), extent("a", 0, 7));
    assertEquals(Set.of("b"), plan.missing());
    assertEquals(offsets("a", 7, "b", 3), plan.end(plan.pending()));
  }

  @Test
  void a_stream_that_is_missing_where_a_batch_is_repeated_is_part_of_it() {
    TriggerPlan plan = plan(offsets("a", 5, "b", 3), extent("a", 0, 7));
    assertEquals(
        List.of(new OffsetRange("a", 5, 7), new OffsetRange("b", 3, 9)),
        plan.ranges(offsets("a", 7, "b", 9)));
  }

  @Test
  void a_stream_that_was_made_anew_begins_anew_in_the_next_batch() {
    TriggerPlan plan = plan(offsets("a", 50), extent("a", 0, 7));
    assertEquals(Set.of("a"), plan.anew());
    assertEquals(List.of(), plan.losses());
    assertEquals(Map.of("a", 0L), plan.pending());
    StreamOffsets end = plan.end(plan.pending());
    assertEquals(offsets("a", 0), end);
    assertEquals(List.of(), plan.ranges(end));
  }

  @Test
  void what_retention_removed_is_lost_and_part_of_the_range_that_tells_it() {
    TriggerPlan plan = plan(offsets("a", 5), extent("a", 20, 30));
    assertEquals(List.of(new Loss("a", 5, 20)), plan.losses());
    StreamOffsets end = plan.end(new TreeMap<>(Map.of("a", 4L)));
    assertEquals(offsets("a", 24), end);
    assertEquals(List.of(new OffsetRange("a", 5, 24)), plan.ranges(end));
  }

  @Test
  void a_range_begins_at_the_time_of_the_query_wherever_it_is_repeated() {
    Bounds bounds = new Bounds(Map.of("a", OptionalLong.of(8)), Map.of(), Map.of());
    TriggerPlan plan = new TriggerPlan(offsets("a", 5), Map.of("a", extent("a", 0, 30)), bounds);
    assertEquals(Map.of("a", 22L), plan.pending());
    assertEquals(List.of(new OffsetRange("a", 8, 12)), plan.ranges(offsets("a", 12)));
    TriggerPlan cut = new TriggerPlan(offsets("a", 5), Map.of("a", extent("a", 8, 30)), bounds);
    assertEquals(List.of(new OffsetRange("a", 5, 12)), cut.ranges(offsets("a", 12)));
  }

  @Test
  void until_the_time_of_the_query_has_come_it_stays_where_it_is() {
    Bounds bounds = new Bounds(Map.of("a", OptionalLong.empty()), Map.of(), Map.of());
    TriggerPlan plan = new TriggerPlan(offsets("a", 5), Map.of("a", extent("a", 0, 30)), bounds);
    assertEquals(offsets("a", 5), plan.end(plan.pending()));
  }

  @Test
  void offsets_that_never_were_messages_take_nothing_of_what_is_allowed() {
    Bounds bounds = new Bounds(Map.of(), Map.of(), Map.of("a", 13L));
    TriggerPlan plan = new TriggerPlan(offsets("a", 10), Map.of("a", extent("a", 0, 15)), bounds);
    assertEquals(Map.of("a", 2L), plan.pending());
    StreamOffsets end = plan.end(new TreeMap<>(Map.of("a", 1L)));
    assertEquals(offsets("a", 14), end);
    assertEquals(List.of(new OffsetRange("a", 13, 14)), plan.ranges(end));
  }

  private static TriggerPlan plan(StreamOffsets start, Extent... extents) {
    Map<String, Extent> byStream = new TreeMap<>();
    for (Extent extent : extents) {
      byStream.put(extent.stream(), extent);
    }
    return new TriggerPlan(start, byStream, UNBOUNDED);
  }

  private static Extent extent(String stream, long first, long end) {
    return new Extent(stream, first, end, end);
  }

  private static StreamOffsets offsets(Object... pairs) {
    TreeMap<String, Long> next = new TreeMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      next.put((String) pairs[i], ((Number) pairs[i + 1]).longValue());
    }
    return new StreamOffsets(next);
  }
}
