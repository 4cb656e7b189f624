package org.sparkrabbit.write;

import java.time.Duration;
import org.sparkrabbit.options.BackOff;

/**
 * Connections that are lost one after the other, and on which nothing is confirmed. However often
 * another one can be opened, this must come to an end.
 */
final class Outage {
  private final Duration patience;
  private long confirmedBefore = -1;
  private long began;
  private long latest;
  private int attempts;

  /** What lasts longer than the patience in one piece is no part of it. */
  Outage(Duration patience) {
    this.patience = patience;
  }

  /** A connection is lost; so many messages have been confirmed by now. */
  void lost(long confirmed, long now) {
    if (confirmed > confirmedBefore || now - latest > patience.toNanos()) {
      confirmedBefore = confirmed;
      began = now;
      attempts = 0;
    }
  }

  /** The pause before the next attempt: none before the first. */
  Duration pause(BackOff pauses) {
    return switch (attempts) {
      case 0 -> Duration.ZERO;
      case 1 -> pauses.first();
      default -> pauses.later();
    };
  }

  /** Whether it lasts too long, if another attempt comes after a pause. */
  boolean isOver(Duration pause, BackOff pauses, long now) {
    Duration then = Duration.ofNanos(now - began).plus(pause);
    return then.compareTo(patience) > 0
        || pauses.timeout() != null && then.compareTo(pauses.timeout()) > 0;
  }

  /** Another connection was tried. */
  void attempted(long now) {
    attempts++;
    latest = now;
  }
}
