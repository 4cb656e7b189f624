package org.sparkrabbit.plan;

import java.io.Serializable;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;

/** A point in time as a user writes it, or a distance back from whenever it is asked. */
public record Moment(long millis, boolean isRelative) implements Serializable {
  public static final String RULE =
      "epoch milliseconds, an ISO-8601 time with its zone (2026-01-31T12:00:00Z),"
          + " or a distance back from now (-90s, -15m, -2h, -7d)";

  private static final Pattern EPOCH = Pattern.compile("\\d{1,18}");

  public Moment {
    if (millis < 0) {
      throw new IllegalArgumentException("Before 1970 there is nothing: " + millis);
    }
  }

  /** Reads what {@link #RULE} says, and throws IllegalArgumentException at anything else. */
  public static Moment parse(String text) {
    String trimmed = text.trim();
    if (EPOCH.matcher(trimmed).matches()) {
      return new Moment(Long.parseLong(trimmed), false);
    }
    if (trimmed.startsWith("-")) {
      if (trimmed.matches("-\\d*")) {
        throw new IllegalArgumentException("A distance back has a unit: " + text);
      }
      return new Moment(TimeSpan.parse(trimmed.substring(1)).toMillis(), true);
    }
    try {
      Instant instant = OffsetDateTime.parse(trimmed).toInstant();
      return new Moment(instant.toEpochMilli(), false);
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** A distance that leads beyond 1970 means the beginning. */
  public long epochMillis(long now) {
    return isRelative ? Math.max(0, now - millis) : millis;
  }

  @Override
  public String toString() {
    return isRelative ? "-" + millis + "ms" : Instant.ofEpochMilli(millis).toString();
  }
}
