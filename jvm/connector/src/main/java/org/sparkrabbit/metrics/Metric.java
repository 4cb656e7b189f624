package org.sparkrabbit.metrics;

import static org.sparkrabbit.metrics.Aggregation.AVERAGE;
import static org.sparkrabbit.metrics.Aggregation.LARGEST;
import static org.sparkrabbit.metrics.Aggregation.SMALLEST;
import static org.sparkrabbit.metrics.Aggregation.TOTAL;
import static org.sparkrabbit.metrics.Reporter.PROGRESS;
import static org.sparkrabbit.metrics.Reporter.READ;
import static org.sparkrabbit.metrics.Reporter.WRITE;
import static org.sparkrabbit.metrics.Unit.BYTES;
import static org.sparkrabbit.metrics.Unit.COUNT;
import static org.sparkrabbit.metrics.Unit.MILLISECONDS;
import static org.sparkrabbit.metrics.Unit.ROWS;

import java.util.Arrays;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/**
 * Everything that the connector measures, in the order in which it is documented. Spark knows
 * {@code recordsWritten} and {@code bytesWritten} by these names, and shows them as the output of a
 * task, too; no other name is one of Spark's own.
 */
public enum Metric {
  MIN_OFFSETS_BEHIND_LATEST(
      PROGRESS,
      "minOffsetsBehindLatest",
      COUNT,
      SMALLEST,
      "offsets behind the latest, smallest",
      "How many offsets lie between what was read and the end, in the stream that is nearest to its"
          + " end."),

  MAX_OFFSETS_BEHIND_LATEST(
      PROGRESS,
      "maxOffsetsBehindLatest",
      COUNT,
      LARGEST,
      "offsets behind the latest, largest",
      "The same, in the stream that is farthest from its end."),

  AVG_OFFSETS_BEHIND_LATEST(
      PROGRESS,
      "avgOffsetsBehindLatest",
      COUNT,
      AVERAGE,
      "offsets behind the latest, average",
      "The same, as the average over all streams."),

  LAG(
      PROGRESS,
      "lagMs",
      MILLISECONDS,
      LARGEST,
      "time behind the latest",
      "How much older the last chunk that was read is than the last one there is, in the stream"
          + " where that is longest."),

  RECORDS_READ(READ, "recordsRead", ROWS, TOTAL, "messages read", "Messages given to Spark."),

  BYTES_READ(
      READ,
      "bytesRead",
      BYTES,
      TOTAL,
      "size of messages read",
      "The size of these messages as the broker keeps them, without the framing of the protocol."),

  BATCHES_READ(
      READ,
      "batchesRead",
      COUNT,
      TOTAL,
      "chunks read",
      "Chunks, the batches in which brokers keep and send messages, that had messages to give."),

  READ_LATENCY(
      READ,
      "readLatencyMs",
      MILLISECONDS,
      AVERAGE,
      "time until the first chunk",
      "How long a task waited for its first chunk, from subscribing on."),

  FETCH_TIME(
      READ,
      "fetchTimeMs",
      MILLISECONDS,
      TOTAL,
      "time waiting for chunks",
      "How long tasks waited for chunks, the first one included. What lies near zero says that Spark"
          + " is the slower side."),

  DECODE_TIME(
      READ,
      "decodeTimeMs",
      MILLISECONDS,
      TOTAL,
      "estimated time making rows",
      "How long tasks made rows of messages, estimated from one message in 256."),

  READ_RETRIES(
      READ,
      "readRetries",
      COUNT,
      TOTAL,
      "reading resumed",
      "How often reading went on with a new subscription after a lost connection."),

  OFFSETS_OUT_OF_RANGE(
      READ,
      "offsetsOutOfRange",
      COUNT,
      TOTAL,
      "offsets gone before they were read",
      "Offsets that retention removed before they were read, and that were stepped over."),

  DATA_LOSS_EVENTS(
      READ,
      "dataLossEvents",
      COUNT,
      TOTAL,
      "times that data was lost",
      "How often offsets were found to be gone."),

  RECORDS_WRITTEN(
      WRITE,
      "recordsWritten",
      ROWS,
      TOTAL,
      "messages written",
      "Messages that were encoded and left to be sent."),

  BYTES_WRITTEN(
      WRITE,
      "bytesWritten",
      BYTES,
      TOTAL,
      "size of messages written",
      "The size of these messages before compression."),

  ROWS_SKIPPED(
      WRITE,
      "rowsSkipped",
      ROWS,
      TOTAL,
      "rows skipped",
      "Rows that could not be written and were left out, with onDataError=skip."),

  ROWS_DEAD_LETTERED(
      WRITE,
      "rowsDeadLettered",
      ROWS,
      TOTAL,
      "rows kept as dead letters",
      "Rows that could not be written and went to deadLetterStream, with onDataError=deadLetter. They"
          + " are not among the messages written."),

  PUBLISH_CONFIRMS(
      WRITE,
      "publishConfirms",
      COUNT,
      TOTAL,
      "messages confirmed",
      "Messages that the broker confirmed, dead letters among them."),

  PUBLISH_ERRORS(
      WRITE,
      "publishErrors",
      COUNT,
      TOTAL,
      "messages refused",
      "Messages that the broker refused. Their task fails."),

  WRITE_LATENCY(
      WRITE,
      "writeLatencyMs",
      MILLISECONDS,
      AVERAGE,
      "time until a message is confirmed",
      "How long messages were on their way from the client to their confirm, on average over one"
          + " message at a time."),

  FLUSH_TIME(
      WRITE,
      "flushTimeMs",
      MILLISECONDS,
      TOTAL,
      "time waiting for room",
      "How long rows waited because too much was unconfirmed. What lies near zero says that Spark is"
          + " the slower side."),

  COMMIT_TIME(
      WRITE,
      "commitTimeMs",
      MILLISECONDS,
      TOTAL,
      "time waiting for the last confirms",
      "How long tasks waited after their last row until everything was confirmed. Spark 3.5 looks"
          + " at the metrics before that, and shows 0."),

  WRITE_RETRIES(
      WRITE,
      "writeRetries",
      COUNT,
      TOTAL,
      "writing resumed",
      "How often writing went on with a new connection after a lost one.");

  private final Reporter reporter;
  private final String label;
  private final Unit unit;
  private final Aggregation aggregation;
  private final String title;
  private final String help;

  Metric(
      Reporter reporter,
      String label,
      Unit unit,
      Aggregation aggregation,
      String title,
      String help) {
    this.reporter = reporter;
    this.label = label;
    this.unit = unit;
    this.aggregation = aggregation;
    this.title = title;
    this.help = help;
  }

  public Reporter reporter() {
    return reporter;
  }

  /** The name by which Spark and its users know it. */
  public String label() {
    return label;
  }

  public Unit unit() {
    return unit;
  }

  public Aggregation aggregation() {
    return aggregation;
  }

  /** What Spark's pages call it. */
  public String title() {
    return unit == MILLISECONDS || unit == BYTES ? "%s (%s)".formatted(title, unit) : title;
  }

  /** The sentence that documents it. */
  public String help() {
    return help;
  }

  /** What tasks report, in the form in which Spark asks for it. */
  public static CustomMetric[] reportedBy(Reporter reporter) {
    return Arrays.stream(values())
        .filter(metric -> metric.reporter == reporter)
        .map(TaskSummary::of)
        .toArray(CustomMetric[]::new);
  }

  CustomTaskMetric at(long value) {
    return new TaskValue(label, value);
  }

  private record TaskValue(String name, long value) implements CustomTaskMetric {}
}
