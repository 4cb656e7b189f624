package org.sparkrabbit.options;

import java.time.Duration;

/** Limits that several options share. */
final class Bounds {
  /** Nothing waits longer, and no sum of such times runs over. */
  static final long LONGEST_WAIT = Duration.ofDays(365).toMillis();

  private Bounds() {}
}
