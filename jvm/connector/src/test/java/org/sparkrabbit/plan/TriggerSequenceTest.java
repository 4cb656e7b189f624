package org.sparkrabbit.plan;

import static java.util.Collections.disjoint;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/**
 * Queries over streams that grow, are cut, go, return and are made anew, while the query is stopped
 * and started, for what is available or without end, and its last batch is repeated. Whatever
 * happens, each message from the time on at which the query begins is read once or told to be lost,
 * in order, and no batch reads more than it may, however it is split.
 */
class TriggerSequenceTest {
  private static final int TRIGGERS = 60;

  private Random random;
  private final Map<String, SimulatedStream> streams = new TreeMap<>();
  private final Map<String, SimulatedStream> hidden = new TreeMap<>();
  private int lives;

  private TriggerLimits limits;
  private StreamOffsets start = new StreamOffsets(new TreeMap<>());
  private Map<String, Extent> emptied = new HashMap<>();
  private Map<String, Long> ceilings;
  private String lastServed;
  private boolean beginsAtTime;

  private final SortedSet<String> read = new TreeSet<>();
  private final SortedSet<String> lost = new TreeSet<>();

  @RepeatedTest(1000)
  void each_message_is_read_once_or_told_to_be_lost(RepetitionInfo seed) {
    random = new Random(seed.getCurrentRepetition());
    Long rows = random.nextInt(3) == 0 ? null : 1L + random.nextInt(12);
    Long bytes = random.nextInt(3) == 0 ? 100L + random.nextInt(2_000) : null;
    limits = new TriggerLimits(rows, bytes, null, null);
    beginsAtTime = random.nextInt(3) == 0;
    for (int stream = 0; stream < 1 + random.nextInt(5); stream++) {
      create("s" + stream);
    }
    start = plan().end(new TreeMap<>());

    for (int trigger = 0; trigger < TRIGGERS; trigger++) {
      change();
      trigger();
    }
    streams.putAll(hidden);
    ceilings = null;
    drain();

    streams.values().forEach(stream -> assertTrue(disjoint(stream.unwanted(), read)));
    SortedSet<String> unread = new TreeSet<>();
    streams.values().forEach(stream -> unread.addAll(stream.wanted()));
    unread.removeAll(read);
    unread.removeAll(lost);
    assertEquals(Set.of(), unread);
  }

  private void create(String name) {
    SimulatedStream stream = simulated(name);
    stream.publish(random.nextInt(10));
    streams.put(name, stream);
  }

  private SimulatedStream simulated(String name) {
    return new SimulatedStream(name, lives++, beginsAtTime ? random.nextInt(30) : 0);
  }

  private void change() {
    for (String name : List.copyOf(streams.keySet())) {
      SimulatedStream stream = streams.get(name);
      switch (random.nextInt(12)) {
        case 0, 1, 2 -> stream.publish(1 + random.nextInt(20));
        case 3, 4 -> stream.storeOffsets(1 + random.nextInt(4));
        case 5 -> truncate(name);
        case 6 -> hide(name);
        case 7 -> makeAnew(name);
        default -> {}
      }
    }
    if (random.nextInt(10) == 0) {
      create("later" + lives);
    }
    if (random.nextInt(4) == 0) {
      streams.putAll(hidden);
      hidden.clear();
    }
  }

  /** What is removed before a query has seen the stream is not missed. */
  private void truncate(String name) {
    if (start.next().containsKey(name)) {
      streams.get(name).truncate(random.nextInt(60));
    }
  }

  private void hide(String name) {
    if (streams.size() > 1) {
      hidden.put(name, streams.remove(name));
    }
  }

  /** So that it can be known: it is looked at, and ends before what was read of the former one. */
  private void makeAnew(String name) {
    long next = start.next().getOrDefault(name, 0L);
    if (next > 0 && extents().containsKey(name)) {
      long end = streams.get(name).extent().end();
      lost.addAll(streams.get(name).messagesEver(next, end));
      SimulatedStream stream = simulated(name);
      stream.publish(random.nextInt((int) Math.min(next, 8)));
      streams.put(name, stream);
      emptied.remove(name);
    }
  }

  private void trigger() {
    if (random.nextInt(6) == 0) {
      // A driver that has been started again knows nothing but the checkpoint.
      emptied = new HashMap<>();
      lastServed = null;
      ceilings = random.nextBoolean() ? null : ends();
    }
    lookForEnds();
    TriggerPlan plan = plan();
    for (Loss loss : plan.losses()) {
      lost.addAll(streams.get(loss.stream()).messagesEver(loss.from(), loss.until()));
    }
    SortedMap<String, Long> allowed = allowed(plan);
    StreamOffsets end = plan.end(allowed);
    assertTrue(end.next().keySet().containsAll(start.next().keySet()));

    SortedSet<String> batch = rows(plan, end);
    requireLimited(plan, batch);
    requireBelowCeilings(end);
    SortedSet<String> again = new TreeSet<>(batch);
    again.retainAll(read);
    assertEquals(Set.of(), again, "read twice");
    read.addAll(batch);
    if (random.nextInt(4) == 0) {
      // A batch that is repeated knows no more than where it begins and ends.
      emptied = new HashMap<>();
      assertEquals(batch, rows(plan(), end));
    }
    start = end;
  }

  private SortedMap<String, Long> allowed(TriggerPlan plan) {
    SortedMap<String, Double> sizes = new TreeMap<>();
    plan.pending().keySet().forEach(stream -> sizes.put(stream, sizeIn(stream)));
    SortedMap<String, Long> allowed = limits.allowed(plan.pending(), sizes, lastServed);
    if (limits.maxBytes() != null) {
      requireFewBytes(allowed);
    }
    SortedMap<String, Long> served = new TreeMap<>(allowed);
    served.values().removeIf(count -> count == 0);
    lastServed = Allowance.lastServed(served, lastServed);
    return allowed;
  }

  private void requireLimited(TriggerPlan plan, Set<String> batch) {
    if (limits.maxRows() != null) {
      assertTrue(batch.size() <= limits.maxRows(), "more rows than allowed");
    }
    long pending = plan.pending().values().stream().mapToLong(Long::longValue).sum();
    assertTrue(batch.size() <= pending, "more rows than there are");
  }

  private static double sizeIn(String stream) {
    return 10.0 + Math.floorMod(stream.hashCode(), 7) * 30;
  }

  private void requireFewBytes(SortedMap<String, Long> allowed) {
    double bytes = 0;
    long messages = 0;
    for (String stream : allowed.keySet()) {
      bytes += allowed.get(stream) * sizeIn(stream);
      messages += allowed.get(stream);
    }
    assertTrue(bytes <= limits.maxBytes() || messages == 1, bytes + " bytes: " + allowed);
  }

  private void requireBelowCeilings(StreamOffsets end) {
    if (ceilings == null) {
      return;
    }
    for (OffsetRange range : plan().ranges(end)) {
      assertTrue(range.until() <= ceilings.get(range.stream()), "beyond the ceiling");
    }
  }

  private SortedSet<String> rows(TriggerPlan plan, StreamOffsets end) {
    SortedSet<String> rows = new TreeSet<>();
    List<OffsetRange> ranges = plan.ranges(end);
    Set<String> seen = new HashSet<>();
    for (OffsetRange range : ranges) {
      assertTrue(seen.add(range.stream()), "two ranges of one stream");
      assertTrue(range.from() >= start.next().get(range.stream()), "reads back");
      assertEquals(end.next().get(range.stream()), range.until());
    }
    for (OffsetRange piece : pieces(ranges)) {
      if (streams.containsKey(piece.stream())) {
        rows.addAll(streams.get(piece.stream()).messages(piece.from(), piece.until()));
      }
    }
    return rows;
  }

  /** What the tasks of the batch read: together exactly the ranges. */
  private List<OffsetRange> pieces(List<OffsetRange> ranges) {
    Long minPieces = random.nextBoolean() ? null : 1L + random.nextInt(20);
    Long maxLength = random.nextBoolean() ? null : 1L + random.nextInt(10);
    List<OffsetRange> pieces = Splitting.split(ranges, minPieces, maxLength);
    Map<String, Long> next = new HashMap<>();
    ranges.forEach(range -> next.put(range.stream(), range.from()));
    for (OffsetRange piece : pieces) {
      assertEquals(next.put(piece.stream(), piece.until()), piece.from(), "a gap or an overlap");
      assertTrue(maxLength == null || piece.length() <= maxLength, "too long a piece");
    }
    ranges.forEach(range -> assertEquals(range.until(), next.get(range.stream())));
    return pieces;
  }

  /** Where the query stands at the end, what follows without messages is known as such. */
  private void lookForEnds() {
    extents()
        .forEach(
            (stream, extent) -> {
              if (start.next().getOrDefault(stream, -1L) == extent.end()) {
                emptied.put(stream, extent);
              }
            });
  }

  private TriggerPlan plan() {
    Map<String, Long> vacant = new TreeMap<>();
    emptied.forEach(
        (stream, extent) -> {
          if (start.next().getOrDefault(stream, -1L) == extent.end()) {
            vacant.put(stream, extent.covered());
          }
        });
    return new TriggerPlan(
        start,
        extents(),
        new TriggerPlan.Bounds(floors(), ceilings == null ? Map.of() : ceilings, vacant));
  }

  private Map<String, OptionalLong> floors() {
    Map<String, OptionalLong> floors = new TreeMap<>();
    if (beginsAtTime) {
      streams.forEach((name, stream) -> floors.put(name, stream.floor()));
    }
    return floors;
  }

  private Map<String, Long> ends() {
    Map<String, Long> ends = new TreeMap<>();
    streams.forEach((name, stream) -> ends.put(name, stream.extent().end()));
    return ends;
  }

  /** A query of what is available looks at no stream that it did not find at its start. */
  private Map<String, Extent> extents() {
    Map<String, Extent> extents = new TreeMap<>();
    streams.forEach((name, stream) -> extents.put(name, stream.extent()));
    if (ceilings != null) {
      extents.keySet().retainAll(ceilings.keySet());
    }
    return extents;
  }

  /** Nothing starves: all is read in as many triggers as there are offsets, and some for news. */
  private void drain() {
    long offsets = 3;
    for (SimulatedStream stream : streams.values()) {
      offsets += stream.extent().covered();
    }
    StreamOffsets before = null;
    for (long trigger = 0; !start.equals(before); trigger++) {
      assertTrue(trigger <= offsets, "no end");
      before = start;
      trigger();
    }
  }
}
