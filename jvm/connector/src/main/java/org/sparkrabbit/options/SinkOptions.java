package org.sparkrabbit.options;

import static org.sparkrabbit.options.Kind.CLASS;
import static org.sparkrabbit.options.Kind.TEXT;
import static org.sparkrabbit.options.Kind.TRUE_OR_FALSE;
import static org.sparkrabbit.options.Kind.shortText;
import static org.sparkrabbit.options.Kind.wholeNumber;
import static org.sparkrabbit.options.Section.ROUTING;
import static org.sparkrabbit.options.Section.WRITING;

import java.util.List;

/** Options of a write. */
final class SinkOptions {
  /** The protocol takes 255 bytes; each task appends what tells it from the others. */
  private static final int LONGEST_NAME = 200;

  static final Option<String> PRODUCER_NAME =
      Option.of(
          WRITING,
          "producerName",
          shortText(LONGEST_NAME),
          "Names the producers of a write, so that the broker drops what it has from them already."
              + " Without deduplication=effectively-once it suppresses repetitions within one attempt"
              + " of a task, not those of another attempt. One application at a time may write with"
              + " a name. Needs permission to read the stream, too.");

  static final Option<Boolean> IGNORE_UNKNOWN_COLUMNS =
      Option.of(
              WRITING,
              "ignoreUnknownColumns",
              TRUE_OR_FALSE,
              "Columns that the sink does not know are left out instead of being an error.")
          .orElse("false");

  static final Option<BadRowKind> ON_DATA_ERROR =
      Option.of(
              WRITING,
              "onDataError",
              Kind.choice(BadRowKind.class, "fail", "skip", "deadLetter"),
              "What becomes of a row that cannot be encoded or routed: it fails the write; or it is"
                  + " skipped, and counted; or it goes to deadLetterStream with the reason.")
          .orElse("fail");

  static final Option<String> DEAD_LETTER_STREAM =
      Option.of(
          WRITING,
          "deadLetterStream",
          TEXT,
          "The stream that keeps the rows that cannot be written, with onDataError=deadLetter.");

  static final Option<Long> PUBLISHER_CONFIRM_TIMEOUT =
      Option.of(
              WRITING,
              "publisherConfirmTimeoutMs",
              wholeNumber(1_000, Bounds.LONGEST_WAIT),
              "How many milliseconds may pass without any confirm, while messages are unconfirmed,"
                  + " before the task fails.")
          .orElse("60000");

  static final Option<Long> ENQUEUE_TIMEOUT =
      Option.of(
              WRITING,
              "enqueueTimeoutMs",
              wholeNumber(0, Bounds.LONGEST_WAIT),
              "How many milliseconds may pass without any confirm, while a row waits for room"
                  + " because maxInFlight messages are unconfirmed, before the task fails; 0 waits"
                  + " for publisherConfirmTimeoutMs.")
          .orElse("10000");

  static final Option<Long> MAX_IN_FLIGHT =
      Option.of(
              WRITING,
              "maxInFlight",
              wholeNumber(1, 1_000_000),
              "Messages that a task sends before it waits for the broker to confirm some; 4 MiB is"
                  + " the other bound.")
          .orElse("10000");

  static final Option<Long> BATCH_SIZE =
      Option.of(
              WRITING,
              "batchSize",
              wholeNumber(1, 10_000),
              "Messages that are sent to the broker at once, or fewer that make 256 KiB.")
          .orElse("100");

  static final Option<Long> BATCH_PUBLISHING_DELAY =
      Option.of(
              WRITING,
              "batchPublishingDelayMs",
              wholeNumber(0, 60_000),
              "How many milliseconds a batch that is not full waits for more. It has no effect with"
                  + " dynamicBatch.")
          .orElse("100");

  static final Option<Boolean> DYNAMIC_BATCH =
      Option.of(
              WRITING,
              "dynamicBatch",
              TRUE_OR_FALSE,
              "Batches adapt to the rate of rows: small when few come, large when many do.")
          .orElse("true");

  static final Option<Boolean> RETRY_ON_RECOVERY =
      Option.of(
              WRITING,
              "retryOnRecovery",
              TRUE_OR_FALSE,
              "Unconfirmed messages are sent again after a lost connection; without it they fail the"
                  + " task.")
          .orElse("true");

  static final Option<Long> SUB_ENTRY_SIZE =
      Option.of(
              WRITING,
              "subEntrySize",
              wholeNumber(1, 65_535),
              "Messages that are packed into one entry of the stream. More than 1 is faster, saves"
                  + " space and allows compression; it rules out deduplication and filter values.")
          .orElse("1");

  static final Option<CompressionKind> COMPRESSION =
      Option.of(
              WRITING,
              "compression",
              Kind.choice(CompressionKind.class),
              "How entries of several messages are compressed. The broker leaves out what is compressed"
                  + " where it delivers over AMQP.")
          .orElse("none");

  static final Option<FilterPath> FILTER_VALUE_PATH =
      Option.of(
          WRITING,
          "filterValuePath",
          Kind.of(
              "place in a message",
              "must be application_properties.NAME, message_annotations.NAME, or properties.NAME with"
                  + " a text property",
              "str",
              FilterPath::parse),
          "Where a row has its filter value, as in application_properties.region. Needs RabbitMQ"
              + " 3.13.");

  static final Option<String> FILTER_VALUE_EXTRACTOR_CLASS =
      Option.of(
          WRITING,
          "filterValueExtractorClass",
          CLASS,
          "A class that gives the filter value of a message"
              + " (org.sparkrabbit.extension.FilterValueExtractor). Needs RabbitMQ 3.13.");

  static final Option<RoutingKind> ROUTING_STRATEGY =
      Option.of(
              ROUTING,
              "routingStrategy",
              Kind.choice(RoutingKind.class),
              "How the routing_key of a row decides its partition: by its hash, by the keys that"
                  + " partitions are bound with, or by partitionerClass.")
          .orElse("hash");

  static final Option<String> PARTITIONER_CLASS =
      Option.of(
          ROUTING,
          "partitionerClass",
          CLASS,
          "A class that chooses the partitions of a message"
              + " (org.sparkrabbit.extension.Partitioner).");

  static final Option<String> HASH_FUNCTION_CLASS =
      Option.of(
              ROUTING,
              "hashFunctionClass",
              CLASS,
              "A class that hashes routing keys (org.sparkrabbit.extension.HashFunction).")
          .orElseAs("MurmurHash3, as RabbitMQ's clients for Java, Go and .NET do");

  static final List<Option<?>> ALL =
      List.of(
          PRODUCER_NAME,
          IGNORE_UNKNOWN_COLUMNS,
          ON_DATA_ERROR,
          DEAD_LETTER_STREAM,
          PUBLISHER_CONFIRM_TIMEOUT,
          ENQUEUE_TIMEOUT,
          MAX_IN_FLIGHT,
          BATCH_SIZE,
          BATCH_PUBLISHING_DELAY,
          DYNAMIC_BATCH,
          RETRY_ON_RECOVERY,
          SUB_ENTRY_SIZE,
          COMPRESSION,
          FILTER_VALUE_PATH,
          FILTER_VALUE_EXTRACTOR_CLASS,
          ROUTING_STRATEGY,
          PARTITIONER_CLASS,
          HASH_FUNCTION_CLASS);

  private SinkOptions() {}
}
