package org.sparkrabbit.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * The ranges of a bounded read, what is known to be lost of them, and up to before which offset
 * each stream had come when they were planned.
 */
public record BatchPlan(List<OffsetRange> ranges, List<Loss> losses, Map<String, Long> covered) {
  public BatchPlan {
    ranges = List.copyOf(ranges);
    losses = List.copyOf(losses);
    covered = Map.copyOf(covered);
  }

  /** A stream and a time, to be answered with the first offset of the first chunk from then on. */
  public record TimeQuestion(String stream, long epochMillis) {}

  /** What the broker must be asked before the ranges can be planned. */
  public static Set<TimeQuestion> questions(
      List<String> streams, Positions start, Positions end, long now) {
    Set<TimeQuestion> questions = new LinkedHashSet<>();
    for (String stream : streams) {
      for (Positions positions : List.of(start, end)) {
        if (positions.of(stream) instanceof Position.AtTime time) {
          questions.add(new TimeQuestion(stream, time.moment().epochMillis(now)));
        }
      }
    }
    return questions;
  }

  /**
   * All that lies between two positions. Throws IllegalArgumentException where a position cannot be
   * meant: the start behind the end.
   *
   * @param answers the offset of each question; empty where the stream holds nothing from then on
   */
  public static BatchPlan of(
      List<Extent> extents,
      Positions start,
      Positions end,
      Map<TimeQuestion, OptionalLong> answers,
      long now) {
    return of(extents, start, end, answers, now, Narrowing.NONE);
  }

  /**
   * What a narrowing leaves of that. It never extends a read: an offset that it names and that is
   * not there is not waited for, nor is it lost.
   *
   * @param answers to the questions of positions and narrowing, each as it wants them
   */
  public static BatchPlan of(
      List<Extent> extents,
      Positions start,
      Positions end,
      Map<TimeQuestion, OptionalLong> answers,
      long now,
      Narrowing narrowing) {
    List<OffsetRange> ranges = new ArrayList<>();
    List<Loss> losses = new ArrayList<>();
    Map<String, Long> covered = new TreeMap<>();
    for (Extent extent : extents) {
      requireForward(extent.stream(), start, end);
      covered.put(extent.stream(), extent.covered());
      Resolution resolution = new Resolution(extent, answers, now);
      Interval left = narrowing.offsetsOf(extent, answers);
      long from = Math.max(left.least(), resolution.offset(start.of(extent.stream())));
      long until = Math.min(left.until(), resolution.end(end.of(extent.stream())));
      if (from < Math.min(until, extent.first())) {
        losses.add(new Loss(extent.stream(), from, Math.min(until, extent.first())));
      }
      from = Math.max(from, extent.first());
      ranges.add(new OffsetRange(extent.stream(), from, Math.max(from, resolution.trimmed(until))));
    }
    return new BatchPlan(ranges, losses, covered);
  }

  /** Whether the stream had come to where a piece of its range begins. */
  public boolean reaches(OffsetRange piece) {
    return covered.get(piece.stream()) >= piece.from();
  }

  private static void requireForward(String stream, Positions start, Positions end) {
    if (start.of(stream) instanceof Position.AtOffset from
        && end.of(stream) instanceof Position.AtOffset until
        && from.offset() > until.offset()) {
      throw new IllegalArgumentException(
          "the read of the stream '%s' would begin at offset %d and end before offset %d"
              .formatted(stream, from.offset(), until.offset()));
    }
  }

  /** The offset at which each stream begins. */
  public static Map<String, Long> starts(
      List<Extent> extents, Positions start, Map<TimeQuestion, OptionalLong> answers, long now) {
    Map<String, Long> starts = new TreeMap<>();
    for (Extent extent : extents) {
      Resolution resolution = new Resolution(extent, answers, now);
      starts.put(extent.stream(), resolution.offset(start.of(extent.stream())));
    }
    return starts;
  }
}
