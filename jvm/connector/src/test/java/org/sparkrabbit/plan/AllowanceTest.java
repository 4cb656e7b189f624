package org.sparkrabbit.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class AllowanceTest {
  @Test
  void what_fits_is_allowed_whole() {
    assertEquals(
        Map.of("a", 6L, "b", 4L), Allowance.rows(10, pending("a", 6, "b", 4, "c", 0), null));
  }

  @Test
  void the_limit_is_shared_in_proportion() {
    assertEquals(
        Map.of("a", 75L, "b", 25L), Allowance.rows(100, pending("a", 300, "b", 100), null));
  }

  @Test
  void what_remains_goes_to_the_largest_fractions() {
    // 10 × 5/12 = 4.17, 10 × 4/12 = 3.33, 10 × 3/12 = 2.5
    assertEquals(
        Map.of("a", 4L, "b", 3L, "c", 3L),
        Allowance.rows(10, pending("a", 50, "b", 40, "c", 30), null));
  }

  @Test
  void every_stream_with_messages_gets_one() {
    assertEquals(
        Map.of("a", 9L, "b", 1L), Allowance.rows(10, pending("a", 1_000_000, "b", 1), null));
  }

  @Test
  void streams_take_turns_when_the_limit_does_not_reach_for_one_each() {
    SortedMap<String, Long> pending = pending("a", 9, "b", 9, "c", 9);
    assertEquals(Map.of("a", 1L, "b", 1L), Allowance.rows(2, pending, null));
    assertEquals(Map.of("c", 1L, "a", 1L), Allowance.rows(2, pending, "b"));
    assertEquals(Map.of("b", 1L, "c", 1L), Allowance.rows(2, pending, "a"));
  }

  @Test
  void a_backlog_beyond_all_measure_is_shared_exactly() {
    assertEquals(
        Map.of("a", 50L, "b", 50L),
        Allowance.rows(100, pending("a", Long.MAX_VALUE, "b", Long.MAX_VALUE), null));
  }

  @Test
  void bytes_allow_as_many_messages_as_fit() {
    assertEquals(
        Map.of("a", 5L, "b", 50L),
        Allowance.bytes(
            10_000, pending("a", 100, "b", 1_000), sizes("a", 1_000.0, "b", 100.0), null));
  }

  @Test
  void a_message_above_the_limit_comes_alone() {
    SortedMap<String, Double> sizes = sizes("a", 5_000.0, "b", 5_000.0);
    SortedMap<String, Long> pending = pending("a", 3, "b", 3);
    assertEquals(Map.of("a", 1L), Allowance.bytes(100, pending, sizes, null));
    assertEquals(Map.of("b", 1L), Allowance.bytes(100, pending, sizes, "a"));
  }

  @Test
  void of_two_limits_the_narrower_counts_for_each_stream() {
    assertEquals(
        Map.of("a", 2L, "b", 3L),
        Allowance.both(
            new TreeMap<>(Map.of("a", 2L, "b", 7L)),
            new TreeMap<>(Map.of("a", 4L, "b", 3L, "c", 1L))));
  }

  @RepeatedTest(500)
  void the_limit_holds_and_is_used_up(RepetitionInfo seed) {
    Random random = new Random(seed.getCurrentRepetition());
    SortedMap<String, Long> pending = new TreeMap<>();
    for (int stream = 0; stream < 1 + random.nextInt(12); stream++) {
      pending.put(
          "s" + stream, random.nextBoolean() ? random.nextLong(10) : random.nextLong(9_999));
    }
    long most = 1 + random.nextLong(2_000);

    SortedMap<String, Long> allowed = Allowance.rows(most, pending, null);

    long total = pending.values().stream().mapToLong(Long::longValue).sum();
    long nonEmpty = pending.values().stream().filter(count -> count > 0).count();
    assertEquals(Math.min(most, total), allowed.values().stream().mapToLong(Long::longValue).sum());
    allowed.forEach((stream, count) -> assertTrue(0 < count && count <= pending.get(stream)));
    assertEquals(Math.min(most, nonEmpty), Math.min(most, allowed.size()));
  }

  @RepeatedTest(200)
  void no_stream_starves(RepetitionInfo seed) {
    Random random = new Random(seed.getCurrentRepetition());
    int streams = 2 + random.nextInt(20);
    SortedMap<String, Long> pending = new TreeMap<>();
    for (int stream = 0; stream < streams; stream++) {
      pending.put("s" + stream, 1_000_000L);
    }
    long most = 1 + random.nextInt(streams);

    Set<String> served = new HashSet<>();
    String last = null;
    for (int trigger = 0; trigger < (streams + most - 1) / most; trigger++) {
      SortedMap<String, Long> allowed = Allowance.rows(most, pending, last);
      served.addAll(allowed.keySet());
      last = Allowance.lastServed(allowed, last);
    }

    assertEquals(pending.keySet(), served);
  }

  @RepeatedTest(500)
  void bytes_are_at_most_the_limit_or_one_message(RepetitionInfo seed) {
    Random random = new Random(seed.getCurrentRepetition());
    SortedMap<String, Long> pending = new TreeMap<>();
    SortedMap<String, Double> sizes = new TreeMap<>();
    for (int stream = 0; stream < 1 + random.nextInt(12); stream++) {
      pending.put(
          "s" + stream, random.nextBoolean() ? random.nextLong(10) : random.nextLong(9_999));
      sizes.put("s" + stream, 1.0 + random.nextInt(random.nextBoolean() ? 100 : 10_000));
    }
    long most = 1 + random.nextLong(200_000);

    SortedMap<String, Long> allowed = Allowance.bytes(most, pending, sizes, null);

    double bytes = 0;
    long messages = 0;
    for (String stream : allowed.keySet()) {
      assertTrue(0 < allowed.get(stream) && allowed.get(stream) <= pending.get(stream));
      bytes += allowed.get(stream) * sizes.get(stream);
      messages += allowed.get(stream);
    }
    assertTrue(bytes <= most || messages == 1, bytes + " bytes of " + most + ": " + allowed);
    boolean isAnyPending = pending.values().stream().anyMatch(count -> count > 0);
    assertEquals(isAnyPending, messages > 0);
  }

  @RepeatedTest(200)
  void no_stream_starves_below_a_limit_of_bytes(RepetitionInfo seed) {
    Random random = new Random(seed.getCurrentRepetition());
    int streams = 2 + random.nextInt(20);
    SortedMap<String, Long> pending = new TreeMap<>();
    SortedMap<String, Double> sizes = new TreeMap<>();
    for (int stream = 0; stream < streams; stream++) {
      pending.put("s" + stream, 1_000_000L);
      sizes.put("s" + stream, 1.0 + random.nextInt(1_000));
    }
    long most = 1 + random.nextInt(streams * 1_000);

    Set<String> served = new HashSet<>();
    String last = null;
    for (int trigger = 0; trigger < streams; trigger++) {
      SortedMap<String, Long> allowed = Allowance.bytes(most, pending, sizes, last);
      served.addAll(allowed.keySet());
      last = Allowance.lastServed(allowed, last);
    }

    assertEquals(pending.keySet(), served);
  }

  private static SortedMap<String, Long> pending(Object... pairs) {
    SortedMap<String, Long> pending = new TreeMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      pending.put((String) pairs[i], ((Number) pairs[i + 1]).longValue());
    }
    return pending;
  }

  private static SortedMap<String, Double> sizes(Object... pairs) {
    SortedMap<String, Double> sizes = new TreeMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      sizes.put((String) pairs[i], (Double) pairs[i + 1]);
    }
    return sizes;
  }
}
