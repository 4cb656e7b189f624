package org.sparkrabbit.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** The ranges of a bounded read, and what is known to be lost of them. */
public record BatchPlan(List<OffsetRange> ranges, List<Loss> losses) {
  public BatchPlan {
    ranges = List.copyOf(ranges);
    losses = List.copyOf(losses);
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
   * Throws IllegalArgumentException where a position cannot be meant: the start behind the end.
   *
   * @param answers the offset of each question; empty where the stream holds nothing from then on
   */
  public static BatchPlan of(
      List<Extent> extents,
      Positions start,
      Positions end,
      Map<TimeQuestion, OptionalLong> answers,
      long now) {
    List<OffsetRange> ranges = new ArrayList<>();
    List<Loss> losses = new ArrayList<>();
    for (Extent extent : extents) {
      Resolution resolution = new Resolution(extent, answers, now);
      long from = resolution.offset(start.of(extent.stream()));
      long until = resolution.end(end.of(extent.stream()));
      requireForward(extent.stream(), start, end);
      if (from < extent.first()) {
        long lostUntil = Math.min(extent.first(), Math.max(from + 1, until));
        losses.add(new Loss(extent.stream(), from, lostUntil));
        from = extent.first();
      }
      ranges.add(new OffsetRange(extent.stream(), from, Math.max(from, until)));
    }
    return new BatchPlan(ranges, losses);
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
