package org.sparkrabbit.read;

import java.time.Duration;
import org.sparkrabbit.options.ReadSettings;

/** How long nothing has come of a range, and when to ask why. */
final class Silence {
  /** A filtered read mostly ends in silence, so it asks soon whether this is the end. */
  private static final long FIRST_PAUSE_OF_FILTERED = Duration.ofMillis(50).toNanos();

  private final long patience;
  private final long reportInterval;
  private long deadline;
  private long covered;
  private long pause;
  private boolean isReported;

  Silence(ReadSettings settings, boolean isFiltered) {
    this.patience = settings.patience().toNanos();
    this.reportInterval = settings.reportInterval().toNanos();
    this.pause = isFiltered ? Math.min(FIRST_PAUSE_OF_FILTERED, reportInterval) : reportInterval;
    this.deadline = deadlineFromNow();
  }

  /** How many nanoseconds to wait for a chunk before the next question; pauses grow. */
  long pause() {
    long now = pause;
    isReported = now == reportInterval;
    pause = Math.min(2 * now, reportInterval);
    return Math.min(now, Math.max(0, deadline - System.nanoTime()));
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
    return System.nanoTime() + patience;
  }
}
