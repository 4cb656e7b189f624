package org.sparkrabbit.testkit;

import java.util.Locale;

/** How many messages went by in how long. */
record Timing(long count, long nanos) {

  String json() {
    return json("");
  }

  /** {@code more} is a list of further JSON members, each begun with a comma. */
  String json(String more) {
    double seconds = nanos / 1e9;
    return String.format(
        Locale.ROOT,
        "{\"count\": %d, \"seconds\": %.6f, \"rate\": %.1f%s}",
        count,
        seconds,
        count / seconds,
        more);
  }
}
