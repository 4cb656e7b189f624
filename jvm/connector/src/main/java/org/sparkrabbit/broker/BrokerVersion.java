package org.sparkrabbit.broker;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The release of a broker, as far as features depend on it. */
record BrokerVersion(int major, int minor) implements Comparable<BrokerVersion> {
  /** Streams can be asked for their bounds from here on. */
  static final BrokerVersion OLDEST_SUPPORTED = new BrokerVersion(3, 11);

  private static final Pattern NUMBERS = Pattern.compile("(\\d+)\\.(\\d+).*");

  /** Development builds carry names without numbers; they count as the newest release. */
  static BrokerVersion parse(String text) {
    Matcher numbers = NUMBERS.matcher(text == null ? "" : text);
    return numbers.matches()
        ? new BrokerVersion(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)))
        : new BrokerVersion(Integer.MAX_VALUE, 0);
  }

  @Override
  public int compareTo(BrokerVersion other) {
    return major != other.major
        ? Integer.compare(major, other.major)
        : Integer.compare(minor, other.minor);
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
