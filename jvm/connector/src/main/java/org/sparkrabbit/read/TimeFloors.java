package org.sparkrabbit.read;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import org.sparkrabbit.broker.StreamBounds;
import org.sparkrabbit.broker.Tail;
import org.sparkrabbit.options.ReadSettings;
import org.sparkrabbit.plan.BatchPlan.TimeQuestion;
import org.sparkrabbit.plan.Position;
import org.sparkrabbit.plan.Positions;
import org.sparkrabbit.plan.StreamOffsets;

/**
 * The first offset of each stream that is of the time at which a query begins. A query may begin
 * before that time has come; what arrives until then is not read. A distance back from now is never
 * in the future, and would be another time after a restart.
 */
final class TimeFloors {
  private final Positions start;
  private final StreamBounds bounds;
  private final Map<String, OptionalLong> found = new HashMap<>();

  TimeFloors(ReadSettings settings, StreamBounds bounds) {
    this.start = settings.start();
    this.bounds = bounds;
  }

  /** For each stream with such a time; empty where no chunk has reached it. */
  Map<String, OptionalLong> of(SortedMap<String, Tail> tails, StreamOffsets reached) {
    Map<String, OptionalLong> floors = new HashMap<>();
    Map<String, TimeQuestion> open = new LinkedHashMap<>();
    tails.forEach(
        (stream, tail) -> {
          if (!(positionOf(stream) instanceof Position.AtTime time)
              || time.moment().isRelative()
              || isPassed(stream, reached)) {
            return;
          }
          if (found.containsKey(stream)) {
            floors.put(stream, found.get(stream));
          } else if (tail.timestamp() < time.moment().millis()) {
            floors.put(stream, OptionalLong.empty());
          } else {
            open.put(stream, new TimeQuestion(stream, time.moment().millis()));
          }
        });
    Map<TimeQuestion, OptionalLong> answers = bounds.answers(Set.copyOf(open.values()));
    open.forEach(
        (stream, question) -> {
          OptionalLong floor = answers.get(question);
          floors.put(stream, floor);
          if (floor.isPresent()) {
            found.put(stream, floor);
          }
        });
    return floors;
  }

  /** A stream that was made anew has other offsets. */
  void forget(String stream) {
    found.remove(stream);
  }

  private Position positionOf(String stream) {
    return start == null ? null : start.of(stream);
  }

  private boolean isPassed(String stream, StreamOffsets reached) {
    OptionalLong floor = found.get(stream);
    return floor != null && reached.next().getOrDefault(stream, 0L) >= floor.getAsLong();
  }
}
