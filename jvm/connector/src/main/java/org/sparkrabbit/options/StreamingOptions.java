package org.sparkrabbit.options;

import static org.sparkrabbit.options.Kind.TRUE_OR_FALSE;
import static org.sparkrabbit.options.Kind.shortText;
import static org.sparkrabbit.options.Kind.wholeNumber;
import static org.sparkrabbit.options.Section.STREAMING;

import java.time.Duration;
import java.util.List;
import org.sparkrabbit.plan.TimeSpan;

/** Options of streaming reads. */
final class StreamingOptions {
  /** The broker takes no longer ones. */
  private static final int LONGEST_NAME = 255;

  static final Option<Long> MAX_RECORDS_PER_TRIGGER =
      Option.of(
              STREAMING,
              "maxRecordsPerTrigger",
              wholeNumber(1, Long.MAX_VALUE),
              "The most offsets that one micro-batch reads, shared among the streams in proportion"
                  + " to what is pending.")
          .orElseAs("no limit");

  static final Option<Long> MAX_BYTES_PER_TRIGGER =
      Option.of(
              STREAMING,
              "maxBytesPerTrigger",
              wholeNumber(1, Long.MAX_VALUE),
              "About the most bytes that one micro-batch reads, by the size that messages had so"
                  + " far.")
          .orElseAs("no limit");

  static final Option<Long> ESTIMATED_MESSAGE_SIZE =
      Option.of(
              STREAMING,
              "estimatedMessageSizeBytes",
              wholeNumber(1, Integer.MAX_VALUE),
              "What maxBytesPerTrigger takes for the size of a message before it has seen any.")
          .orElse("1024");

  static final Option<Long> MIN_OFFSETS_PER_TRIGGER =
      Option.of(
              STREAMING,
              "minOffsetsPerTrigger",
              wholeNumber(1, Long.MAX_VALUE),
              "A micro-batch waits until so many offsets are pending, or maxTriggerDelay has"
                  + " passed.")
          .orElseAs("no minimum");

  static final Option<Duration> MAX_TRIGGER_DELAY =
      Option.of(
              STREAMING,
              "maxTriggerDelay",
              Kind.of(
                  "length of time", "must be " + TimeSpan.RULE, "str | timedelta", TimeSpan::parse),
              "How long a micro-batch waits for minOffsetsPerTrigger.")
          .orElse("15m");

  static final Option<String> CONSUMER_NAME =
      Option.of(
              STREAMING,
              "consumerName",
              shortText(LONGEST_NAME),
              "The name under which the broker stores how far a query has read. A query that has no"
                  + " checkpoint yet goes on where a query of this name has stopped.")
          .orElseAs("the query's id");

  static final Option<Boolean> SERVER_SIDE_OFFSET_TRACKING =
      Option.of(
              STREAMING,
              "serverSideOffsetTracking",
              TRUE_OR_FALSE,
              "After each micro-batch the broker stores how far the query has read, for monitoring"
                  + " and for consumerName. The checkpoint alone decides what is read next.")
          .alias("storeBrokerOffsets")
          .orElse("true");

  static final Option<Boolean> SINGLE_ACTIVE_CONSUMER =
      Option.of(
              STREAMING,
              "singleActiveConsumer",
              TRUE_OR_FALSE,
              "Of several queries with the same consumerName only one reads; the others wait for it"
                  + " to end.")
          .orElse("false");

  static final List<Option<?>> ALL =
      List.of(
          MAX_RECORDS_PER_TRIGGER,
          MAX_BYTES_PER_TRIGGER,
          ESTIMATED_MESSAGE_SIZE,
          MIN_OFFSETS_PER_TRIGGER,
          MAX_TRIGGER_DELAY,
          CONSUMER_NAME,
          SERVER_SIDE_OFFSET_TRACKING,
          SINGLE_ACTIVE_CONSUMER);

  private StreamingOptions() {}
}
