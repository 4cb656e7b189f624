package org.sparkrabbit.rows;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Messages count milliseconds since 1970, rows microseconds. */
final class Times {
  private static final int MICROS = 1000;
  private static final long LARGEST_MILLIS = Long.MAX_VALUE / MICROS;
  private static final long SMALLEST_MILLIS = Long.MIN_VALUE / MICROS;

  private Times() {}

  /** Times beyond what Spark can hold saturate: a wrapped one would lie in another age. */
  static long micros(long millis) {
    return Math.max(SMALLEST_MILLIS, Math.min(LARGEST_MILLIS, millis)) * MICROS;
  }

  /** Rounds down, before 1970 too. */
  static long millis(long micros) {
    return Math.floorDiv(micros, MICROS);
  }

  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
