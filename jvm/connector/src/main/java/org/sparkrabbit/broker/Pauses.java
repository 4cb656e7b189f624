package org.sparkrabbit.broker;

import com.rabbitmq.stream.BackOffDelayPolicy;
import java.time.Duration;
import org.sparkrabbit.options.BackOff;

/** The client's pauses between attempts, as an option tells them. */
record Pauses(BackOff backOff) implements BackOffDelayPolicy {
  /** The client sleeps between so many attempts of a lookup, and would sleep for ever on an end. */
  private static final int LOOKUPS = 3;

  @Override
  public Duration delay(int attempt) {
    Duration waited =
        attempt == 0
            ? Duration.ZERO
            : backOff.first().plus(backOff.later().multipliedBy(attempt - 1L));
    boolean isOver =
        backOff.timeout() != null && attempt >= LOOKUPS && waited.compareTo(backOff.timeout()) >= 0;
    if (isOver) {
      return TIMEOUT;
    }
    return attempt == 0 ? backOff.first() : backOff.later();
  }
}
