package org.sparkrabbit.read;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.sparkrabbit.broker.ChunkHead;
import org.sparkrabbit.broker.StreamBounds;
import org.sparkrabbit.broker.Tail;
import org.sparkrabbit.plan.BatchPlan.TimeQuestion;
import org.sparkrabbit.plan.StreamOffsets;

/**
 * The first offset of each stream that is of the time at which a query begins. A query may begin
 * before that time has come; what arrives until then is not read. The time is that of the first
 * start, whatever the options of a later one say.
 */
final class TimeFloors {
  private static final OptionalLong UNKNOWN = OptionalLong.of(0);

  private final Supplier<Optional<StartOfQuery>> beginning;
  private final StreamBounds bounds;
  private final Map<String, OptionalLong> found = new HashMap<>();
  private StartOfQuery start;

  /** The beginning is asked for until there is one. */
  TimeFloors(Supplier<Optional<StartOfQuery>> beginning, StreamBounds bounds) {
    this.beginning = beginning;
    this.bounds = bounds;
  }

  /** For each stream that still stands before such a time; empty where no chunk has reached it. */
  Map<String, OptionalLong> of(SortedMap<String, Tail> tails, StreamOffsets reached) {
    Map<String, OptionalLong> floors = new HashMap<>();
    Map<String, TimeQuestion> open = new LinkedHashMap<>();
    tails.forEach(
        (stream, tail) -> {
          OptionalLong time = timeOf(stream, reached);
          if (time.isEmpty()) {
            return;
          }
          if (found.containsKey(stream)) {
            floors.put(stream, found.get(stream));
          } else if (tail.timestamp() < time.getAsLong()) {
            floors.put(stream, OptionalLong.empty());
          } else {
            open.put(stream, new TimeQuestion(stream, time.getAsLong()));
          }
        });
    Map<TimeQuestion, OptionalLong> answers = bounds.answers(Set.copyOf(open.values()));
    open.forEach(
        (stream, question) -> {
          OptionalLong floor = answers.get(question);
          if (floor.isPresent()) {
            floor = isCertain(stream, floor.getAsLong()) ? floor : UNKNOWN;
            found.put(stream, floor);
          }
          floors.put(stream, floor);
        });
    return floors;
  }

  /**
   * Where the first chunk of messages that is left has the time, those that retention has removed
   * may have had it, too. So what is left is asked for behind the answer.
   */
  private boolean isCertain(String stream, long floor) {
    ChunkHead first = bounds.chunksAt(List.of(stream), any -> 0).get(stream);
    return first != null && first.firstOffset() < floor;
  }

  /** A stream that was made anew has other offsets. */
  void forget(String stream) {
    found.remove(stream);
  }

  private OptionalLong timeOf(String stream, StreamOffsets reached) {
    if (start == null) {
      start = beginning.get().orElse(null);
    }
    return start == null ? OptionalLong.empty() : start.timeOf(stream, reached);
  }
}
