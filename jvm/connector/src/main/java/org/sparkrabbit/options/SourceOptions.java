package org.sparkrabbit.options;

import static org.sparkrabbit.options.Kind.CLASS;
import static org.sparkrabbit.options.Kind.TRUE_OR_FALSE;
import static org.sparkrabbit.options.Kind.wholeNumber;
import static org.sparkrabbit.options.Section.FILTERING;
import static org.sparkrabbit.options.Section.READING;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Options of a read, batch or streaming. */
final class SourceOptions {
  static final List<String> METADATA_FIELDS_OF_THE_SCHEMA =
      List.of(
          "properties",
          "application_properties",
          "message_annotations",
          "creation_time",
          "routing_key");

  static final Option<List<String>> METADATA_FIELDS =
      Option.of(
              READING,
              "metadataFields",
              Kind.anyList(
                  "columns",
                  METADATA_FIELDS_OF_THE_SCHEMA,
                  "must name columns among "
                      + String.join(", ", METADATA_FIELDS_OF_THE_SCHEMA)
                      + ", separated by commas, or none",
                  SourceOptions::metadataField),
              "The optional columns of the schema; an empty text leaves all of them out. What no column"
                  + " asks for is not decoded; value, stream, offset and chunk_timestamp are always"
                  + " there.")
          .orElse(String.join(",", METADATA_FIELDS_OF_THE_SCHEMA));

  static final Option<Boolean> FAIL_ON_DATA_LOSS =
      Option.of(
              READING,
              "failOnDataLoss",
              TRUE_OR_FALSE,
              "Whether messages or streams that are gone before they were read fail the query. With"
                  + " false they are stepped over, with a warning in the log.")
          .orElse("true");

  static final Option<Long> MIN_PARTITIONS =
      Option.of(
              READING,
              "minPartitions",
              wholeNumber(1, 100_000),
              "Splits the ranges of streams, in proportion to what they hold, until there are at"
                  + " least so many tasks.")
          .orElseAs("one task for each stream");

  static final Option<Long> MAX_RECORDS_PER_PARTITION =
      Option.of(
              READING,
              "maxRecordsPerPartition",
              wholeNumber(1, Long.MAX_VALUE),
              "Splits ranges until no task reads more offsets than this.")
          .orElseAs("no limit");

  static final Option<Long> POLL_TIMEOUT =
      Option.of(
              READING,
              "pollTimeoutMs",
              wholeNumber(1, Bounds.LONGEST_WAIT),
              "After how many milliseconds without a message a reading task says so in its log, each"
                  + " time.")
          .orElse("30000");

  static final Option<Long> MAX_WAIT =
      Option.of(
              READING,
              "maxWaitMs",
              wholeNumber(1, Bounds.LONGEST_WAIT),
              "After how many milliseconds without any progress a reading task fails. It never ends"
                  + " early instead.")
          .orElse("300000");

  static final Option<Long> INITIAL_CREDITS =
      Option.of(
              READING,
              "initialCredits",
              wholeNumber(1, 1_000),
              "Chunks that the broker may send before the first one has arrived. Later the reader"
                  + " asks for as many as fit into its memory.")
          .orElse("1");

  static final Option<Long> QUEUE_CAPACITY =
      Option.of(
              READING,
              "queueCapacity",
              wholeNumber(1, Integer.MAX_VALUE),
              "Messages that a reading task holds before it stops asking for more, beside the bound"
                  + " of 32 MiB that always holds. A chunk that is on its way still comes.")
          .orElseAs("bounded in bytes only");

  static final Option<List<String>> FILTER_VALUES =
      Option.of(
          FILTERING,
          "filterValues",
          Kind.list(
              "values",
              List.of(),
              "must be filter values, separated by commas",
              Function.identity()),
          "The broker delivers only chunks that may hold messages with one of these filter values."
              + " Other messages of such a chunk come along: add a filter of your own. Needs RabbitMQ"
              + " 3.13.");

  static final Option<Boolean> FILTER_MATCH_UNFILTERED =
      Option.of(
              FILTERING,
              "filterMatchUnfiltered",
              TRUE_OR_FALSE,
              "Messages without a filter value are delivered, too.")
          .orElse("false");

  static final Option<String> FILTER_POST_FILTER_CLASS =
      Option.of(
          FILTERING,
          "filterPostFilterClass",
          CLASS,
          "A class that decides which messages become rows"
              + " (org.sparkrabbit.extension.PostFilter).");

  static final Option<Boolean> FILTER_WARNING_ON_MISMATCH =
      Option.of(
              FILTERING,
              "filterWarningOnMismatch",
              TRUE_OR_FALSE,
              "A task whose filterPostFilterClass dropped messages that the broker's filter let"
                  + " through says so in its log, once; and so does a query with filterValues"
                  + " alone, for which nothing drops them.")
          .orElse("true");

  static final List<Option<?>> ALL =
      Stream.of(
              PositionOptions.ALL,
              List.<Option<?>>of(
                  METADATA_FIELDS,
                  FAIL_ON_DATA_LOSS,
                  MIN_PARTITIONS,
                  MAX_RECORDS_PER_PARTITION,
                  POLL_TIMEOUT,
                  MAX_WAIT,
                  INITIAL_CREDITS,
                  QUEUE_CAPACITY),
              StreamingOptions.ALL,
              List.<Option<?>>of(
                  FILTER_VALUES,
                  FILTER_MATCH_UNFILTERED,
                  FILTER_POST_FILTER_CLASS,
                  FILTER_WARNING_ON_MISMATCH))
          .flatMap(List::stream)
          .toList();

  private SourceOptions() {}

  private static String metadataField(String text) {
    return Kind.required(METADATA_FIELDS_OF_THE_SCHEMA.contains(text), text);
  }
}
