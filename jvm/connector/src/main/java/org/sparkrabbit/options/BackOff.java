package org.sparkrabbit.options;

import java.io.Serializable;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.sparkrabbit.plan.TimeSpan;

/** Pauses between attempts: the first, the others, and how long they go on; null for no end. */
public record BackOff(Duration first, Duration later, Duration timeout) implements Serializable {
  static final String RULE =
      "one to three lengths of time separated by commas: the pause (5s), or the first pause and the"
          + " later ones (5s,1s), or these and when to give up (5s,1s,10m); only a first pause of"
          + " its own may be 0";

  static BackOff parse(String text) {
    List<Duration> spans = Arrays.stream(text.split(",", -1)).map(TimeSpan::parse).toList();
    Duration later = spans.get(Math.min(1, spans.size() - 1));
    Kind.required(spans.size() <= 3 && !later.isZero(), spans);
    return new BackOff(spans.get(0), later, spans.size() == 3 ? spans.get(2) : null);
  }
}
