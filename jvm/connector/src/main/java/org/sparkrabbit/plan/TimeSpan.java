package org.sparkrabbit.plan;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A length of time with its unit, as in {@code 15m}; a bare number is milliseconds. */
public final class TimeSpan {
  public static final String RULE = "a length of time with its unit (500ms, 30s, 15m, 2h, 7d)";

  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h|d|)");

  private TimeSpan() {}

  /** Throws IllegalArgumentException at anything but what {@link #RULE} says. */
  public static Duration parse(String text) {
    Matcher form = FORM.matcher(text.trim());
    if (!form.matches()) {
      throw new IllegalArgumentException("Not " + RULE + ": " + text);
    }
    long number = Long.parseLong(form.group(1));
    return switch (form.group(2)) {
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      case "d" -> Duration.ofDays(number);
      default -> Duration.ofMillis(number);
    };
  }
}
