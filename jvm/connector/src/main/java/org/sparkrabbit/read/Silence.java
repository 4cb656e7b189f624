package org.sparkrabbit.read;

import java.time.Duration;
import org.sparkrabbit.options.ReadSettings;

/** How long nothing has come of a range, and when to ask why. */
final class Silence {
  /** A filtered read mostly ends in silence, so it asks soon whether this is the end. */
  private static final Duration FIRST_PAUSE_OF_FILTERED = Duration.ofMillis(50);

  private final ReadSettings settings;
  private long deadline;
  private long covered;
  private Duration pause;
  private boolean isReported;

  Silence(ReadSettings settings, boolean isFiltered) {
    this.settings = settings;
    this.pause = isFiltered ? FIRST_PAUSE_OF_FILTERED : settings.reportInterval();
    this.deadline = deadlineFromNow();
  }

  /** How long to wait for a chunk before the next question; pauses grow. */
  Duration pause() {
    isReported = pause.compareTo(settings.reportInterval()) >= 0;
    Duration now = isReported ? settings.reportInterval() : pause;
    pause = now.multipliedBy(2);
    Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    return now.compareTo(left) < 0 ? now : left;
  }

  /** Whether it has lasted so long that the log should tell. */
  boolean isReported() {
    return isReported;
  }

  boolean isTooLong() {
    return System.nanoTime() - deadline >= 0;
  }

  /** A stream that grows is progress, also where nothing of it matches. */
  void covered(long until) {
    if (until > covered) {
      deadline = covered == 0 ? deadline : deadlineFromNow();
      covered = until;
    }
  }

  private long deadlineFromNow() {
    return System.nanoTime() + settings.patience().toNanos();
  }
}
