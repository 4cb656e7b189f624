package org.sparkrabbit.plan;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.sparkrabbit.plan.BatchPlan.TimeQuestion;

/**
 * What predicates leave of a read. A message that satisfies them is of one of the streams, has one
 * of the offsets, and lies in a chunk of one of the times, in microseconds; where there are no
 * streams, any will do. It may leave more than what satisfies them, and never less.
 */
public record Narrowing(Optional<Set<String>> streams, Interval offsets, Interval chunkMicros) {
  /**
   * Each leader dates chunks by its own clock. Within this time of each other, they may stand in
   * another order than their times.
   */
  public static final Duration CLOCKS_DIFFER_BY = Duration.ofMinutes(5);

  private static final Interval ALL_OFFSETS = Interval.atLeast(0);

  public static final Narrowing NONE = new Narrowing(Optional.empty(), ALL_OFFSETS, Interval.ALL);

  public static final Narrowing TO_NOTHING =
      new Narrowing(Optional.of(Set.of()), Interval.NONE, Interval.NONE);

  public Narrowing {
    streams = streams.map(Set::copyOf);
  }

  public static Narrowing toStreams(Set<String> names) {
    return new Narrowing(Optional.of(names), ALL_OFFSETS, Interval.ALL).orToNothing();
  }

  public static Narrowing toOffsets(Interval offsets) {
    return new Narrowing(Optional.empty(), ALL_OFFSETS.and(offsets), Interval.ALL).orToNothing();
  }

  public static Narrowing toTimes(Interval chunkMicros) {
    return new Narrowing(Optional.empty(), ALL_OFFSETS, chunkMicros).orToNothing();
  }

  /** What satisfies both. */
  public Narrowing and(Narrowing other) {
    return new Narrowing(
            both(streams, other.streams),
            offsets.and(other.offsets),
            chunkMicros.and(other.chunkMicros))
        .orToNothing();
  }

  /** What satisfies either, and what lies between. */
  public Narrowing or(Narrowing other) {
    if (leavesNothing() || other.leavesNothing()) {
      return leavesNothing() ? other : this;
    }
    return new Narrowing(
        either(streams, other.streams),
        offsets.hull(other.offsets),
        chunkMicros.hull(other.chunkMicros));
  }

  public boolean leavesNothing() {
    return equals(TO_NOTHING);
  }

  public List<String> among(List<String> names) {
    return names.stream()
        .filter(name -> streams.isEmpty() || streams.get().contains(name))
        .toList();
  }

  /** Where the first chunk that may be young enough must be asked for. */
  public Set<TimeQuestion> begins(List<String> names) {
    Set<TimeQuestion> questions = new LinkedHashSet<>();
    names.forEach(name -> begin(name).ifPresent(questions::add));
    return questions;
  }

  /** Where the first chunk that must be too young has to be asked for. */
  public Set<TimeQuestion> ends(List<String> names) {
    Set<TimeQuestion> questions = new LinkedHashSet<>();
    names.forEach(name -> end(name).ifPresent(questions::add));
    return questions;
  }

  /**
   * Answers that say where to begin where nothing is young enough yet: behind all that the streams
   * held before they were asked.
   */
  public Map<TimeQuestion, OptionalLong> completed(
      Map<TimeQuestion, OptionalLong> answers, List<Extent> before) {
    Map<TimeQuestion, OptionalLong> completed = new HashMap<>(answers);
    for (Extent extent : before) {
      begin(extent.stream())
          .filter(question -> answers.get(question).isEmpty())
          .ifPresent(question -> completed.put(question, OptionalLong.of(extent.end())));
    }
    return completed;
  }

  /**
   * The offsets of a stream that are left.
   *
   * @param answers the offset of each question, {@link #completed}
   */
  Interval offsetsOf(Extent extent, Map<TimeQuestion, OptionalLong> answers) {
    Interval left = offsets;
    Optional<TimeQuestion> begin = begin(extent.stream());
    if (begin.isPresent()) {
      long from = answers.get(begin.get()).orElseThrow();
      // If the first chunk that is kept is young enough, those that are gone may have been so, too.
      left = from > extent.first() ? left.and(Interval.atLeast(from)) : left;
    }
    Optional<TimeQuestion> end = end(extent.stream());
    if (end.isPresent()) {
      OptionalLong until = answers.get(end.get());
      left = until.isPresent() ? left.and(Interval.below(until.getAsLong())) : left;
    }
    return left;
  }

  private Optional<TimeQuestion> begin(String stream) {
    long millis = millis(chunkMicros.least()) - CLOCKS_DIFFER_BY.toMillis();
    return millis <= 0 ? Optional.empty() : Optional.of(new TimeQuestion(stream, millis));
  }

  private Optional<TimeQuestion> end(String stream) {
    if (chunkMicros.most() == Long.MAX_VALUE) {
      return Optional.empty();
    }
    long millis = millis(chunkMicros.most()) + 1 + CLOCKS_DIFFER_BY.toMillis();
    return Optional.of(new TimeQuestion(stream, Math.max(0, millis)));
  }

  private static long millis(long micros) {
    return Math.floorDiv(micros, 1000);
  }

  private Narrowing orToNothing() {
    boolean isEmpty = streams.isPresent() && streams.get().isEmpty();
    return isEmpty || offsets.isEmpty() || chunkMicros.isEmpty() ? TO_NOTHING : this;
  }

  private static Optional<Set<String>> both(Optional<Set<String>> one, Optional<Set<String>> two) {
    if (one.isEmpty() || two.isEmpty()) {
      return one.isEmpty() ? two : one;
    }
    Set<String> names = new HashSet<>(one.get());
    names.retainAll(two.get());
    return Optional.of(names);
  }

  private static Optional<Set<String>> either(
      Optional<Set<String>> one, Optional<Set<String>> two) {
    if (one.isEmpty() || two.isEmpty()) {
      return Optional.empty();
    }
    Set<String> names = new HashSet<>(one.get());
    names.addAll(two.get());
    return Optional.of(names);
  }
}
