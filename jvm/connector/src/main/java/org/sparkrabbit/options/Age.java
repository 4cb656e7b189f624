package org.sparkrabbit.options;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How old messages may become: in a unit, as RabbitMQ itself writes it, or in ISO 8601. */
final class Age {
  static final Kind<Duration> KIND =
      Kind.of(
          "age",
          "must be a length of time with its unit (30s, 15m, 12h, 7d), or in ISO 8601 (P7D, PT12H),"
              + " and not zero",
          "str | timedelta",
          Age::parse);

  private static final Pattern WITH_UNIT = Pattern.compile("([0-9]{1,9})([smhdD])");

  private static final Pattern ISO =
      Pattern.compile("P([0-9]{1,9}D)?(T([0-9]{1,9}H)?([0-9]{1,9}M)?([0-9]{1,9}S)?)?");

  private Age() {}

  private static Duration parse(String text) {
    String age = text.trim();
    Matcher withUnit = WITH_UNIT.matcher(age);
    Duration length =
        withUnit.matches()
            ? withUnit(Long.parseLong(withUnit.group(1)), withUnit.group(2))
            : Duration.parse(Kind.required(isIso(age), age));
    return Kind.required(!length.isZero(), length);
  }

  private static Duration withUnit(long number, String unit) {
    return switch (unit) {
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }

  /** Both letters announce numbers, so neither may be the last one. */
  private static boolean isIso(String age) {
    return ISO.matcher(age).matches() && !age.endsWith("P") && !age.endsWith("T");
  }
}
