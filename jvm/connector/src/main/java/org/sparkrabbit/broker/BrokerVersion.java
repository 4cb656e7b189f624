package org.sparkrabbit.broker;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

/** The release of a broker, as far as features depend on it. */
public record BrokerVersion(int major, int minor) implements Comparable<BrokerVersion> {
  /** Streams can be asked for their bounds from here on. */
  static final BrokerVersion OLDEST_SUPPORTED = new BrokerVersion(3, 11);

  private static final BrokerVersion FIRST_WITH_FILTERS = new BrokerVersion(3, 13);

  private static final BrokerVersion FIRST_TO_CREATE_SUPER_STREAMS = new BrokerVersion(3, 13);

  private static final Pattern NUMBERS = Pattern.compile("(\\d+)\\.(\\d+).*");

  /** Development builds carry names without numbers; they count as the newest release. */
  static BrokerVersion parse(String text) {
    Matcher numbers = NUMBERS.matcher(text == null ? "" : text);
    return numbers.matches()
        ? new BrokerVersion(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)))
        : new BrokerVersion(Integer.MAX_VALUE, 0);
  }

  /** Refuses an option that needs filters where the broker has none. */
  public void requireFilters(String option) {
    if (compareTo(FIRST_WITH_FILTERS) < 0) {
      throw new RabbitStreamsException(
          ErrorCode.BROKER_TOO_OLD,
          "The option %s needs RabbitMQ %s, and the broker is RabbitMQ %s. Upgrade it, or drop the option."
              .formatted(option, FIRST_WITH_FILTERS, this));
    }
  }

  /** Refuses where clients cannot create the super stream. */
  void requireCreationOfSuperStreams(String superStream) {
    if (compareTo(FIRST_TO_CREATE_SUPER_STREAMS) < 0) {
      throw new RabbitStreamsException(
          ErrorCode.BROKER_TOO_OLD,
          ("The super stream '%s' is missing, and to create it takes RabbitMQ %s; the broker is RabbitMQ"
                  + " %s. Upgrade it, or create the super stream first (rabbitmq-streams"
                  + " add_super_stream).")
              .formatted(superStream, FIRST_TO_CREATE_SUPER_STREAMS, this));
    }
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
