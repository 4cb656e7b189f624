package org.sparkrabbit.options;

import static org.sparkrabbit.options.Kind.TRUE_OR_FALSE;
import static org.sparkrabbit.options.Kind.wholeNumber;
import static org.sparkrabbit.options.Section.CREATION;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;

/** Options of what a write creates where it is missing. */
final class CreationOptions {
  /** RabbitMQ takes no larger one. */
  private static final long LARGEST_SEGMENT = 3_000_000_000L;

  static final Option<Boolean> CREATE_STREAM =
      Option.of(
              CREATION,
              "createStream",
              TRUE_OR_FALSE,
              "Creates the stream or super stream before the first row is written, if it is missing."
                  + " What exists stays as it is.")
          .orElse("false");

  static final Option<Duration> MAX_AGE =
      Option.of(
              CREATION,
              "maxAge",
              Age.KIND,
              "How old messages may become before the broker removes them, segment by segment.")
          .orElseAs("no limit");

  static final Option<Long> MAX_LENGTH_BYTES =
      Option.of(
              CREATION,
              "maxLengthBytes",
              Size.from(1, Long.MAX_VALUE),
              "How many bytes the stream, or each partition, may hold before the broker removes the"
                  + " oldest segments.")
          .orElseAs("no limit");

  static final Option<Long> MAX_SEGMENT_SIZE_BYTES =
      Option.of(
              CREATION,
              "maxSegmentSizeBytes",
              Size.from(1, LARGEST_SEGMENT),
              "How many bytes a file of the stream may hold; the broker removes whole files, never"
                  + " the newest one.")
          .orElseAs("the broker's, 500 MB");

  static final Option<Long> FILTER_SIZE =
      Option.of(
              CREATION,
              "filterSize",
              wholeNumber(16, 255),
              "How many bytes each chunk spends on telling which filter values it has. Needs RabbitMQ"
                  + " 3.13.")
          .orElseAs("the broker's, 16");

  static final Option<Long> INITIAL_CLUSTER_SIZE =
      Option.of(
              CREATION,
              "initialClusterSize",
              wholeNumber(1, 255),
              "On how many nodes of a cluster the stream is kept.")
          .orElseAs("on all of them");

  static final Option<Long> PARTITIONS =
      Option.of(
          CREATION,
          "partitions",
          wholeNumber(1, 10_000),
          "How many partitions the super stream gets: NAME-0, NAME-1 and so on, bound with the keys 0,"
              + " 1 and so on. Needs RabbitMQ 3.13.");

  static final Option<List<String>> BINDING_KEYS =
      Option.of(
          CREATION,
          "bindingKeys",
          eachOnce(
              Kind.list(
                  "keys", List.of(), "must be keys, separated by commas, each once", key -> key)),
          "The keys of the super stream's partitions, separated by commas, as in 'emea,apac': so many"
              + " partitions it gets, NAME-emea and NAME-apac, in this order. Needs RabbitMQ 3.13.");

  static final List<Option<?>> ALL =
      List.of(
          CREATE_STREAM,
          MAX_AGE,
          MAX_LENGTH_BYTES,
          MAX_SEGMENT_SIZE_BYTES,
          FILTER_SIZE,
          INITIAL_CLUSTER_SIZE,
          PARTITIONS,
          BINDING_KEYS);

  private CreationOptions() {}

  private static Kind<List<String>> eachOnce(Kind<List<String>> kind) {
    return new Kind<>(
        kind.form(),
        kind.limits(),
        kind.rule(),
        kind.python(),
        text -> {
          List<String> items = kind.parser().apply(text);
          return Kind.required(new HashSet<>(items).size() == items.size(), items);
        });
  }
}
