package org.sparkrabbit.plan;

import java.util.Map;
import java.util.OptionalLong;
import org.sparkrabbit.plan.BatchPlan.TimeQuestion;

/** Turns the positions of one stream into offsets. */
record Resolution(Extent extent, Map<TimeQuestion, OptionalLong> answers, long now) {
  long offset(Position position) {
    if (position instanceof Position.Earliest) {
      return extent.first();
    }
    if (position instanceof Position.AtOffset at) {
      return at.offset();
    }
    if (position instanceof Position.AtTime time) {
      TimeQuestion question = new TimeQuestion(extent.stream(), time.moment().epochMillis(now));
      return answers.get(question).orElse(extent.end());
    }
    return extent.end();
  }

  long end(Position position) {
    return trimmed(offset(position));
  }

  /** Offsets at the end that are taken, but hold no message, need not be waited for. */
  long trimmed(long end) {
    return end <= extent.covered() ? Math.min(end, extent.end()) : end;
  }
}
