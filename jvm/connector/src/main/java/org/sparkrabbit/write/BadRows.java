package org.sparkrabbit.write;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.metrics.WriteMetrics;
import org.sparkrabbit.options.BadRowKind;
import org.sparkrabbit.options.Target;
import org.sparkrabbit.rows.SinkRow;

/**
 * What becomes of rows that cannot be encoded or routed, as the option onDataError says. Failures
 * of the broker and of users' classes are never a row's fault.
 */
final class BadRows {
  private static final Logger LOG = LoggerFactory.getLogger(BadRows.class);

  private final BadRowKind kind;
  private final Progress progress;
  private final WriteMetrics metrics;
  private final DeadLetters deadLetters;
  private final Map<ErrorCode, Long> counts = new TreeMap<>();

  /** The dead letters are null where none are kept. */
  BadRows(BadRowKind kind, Progress progress, WriteMetrics metrics, DeadLetters deadLetters) {
    this.kind = kind;
    this.progress = progress;
    this.metrics = metrics;
    this.deadLetters = deadLetters;
  }

  /** Ends the current row, of which nothing was sent, or throws what ends the task. */
  void take(SinkRow row, RabbitStreamsException failure) {
    if (kind == BadRowKind.FAIL || !isOfRow(failure.code())) {
      throw failure;
    }
    if (counts.isEmpty()) {
      LOG.warn("{} It is {}, and so are others like it.", reason(failure), fate());
    }
    counts.merge(failure.code(), 1L, Long::sum);
    if (deadLetters == null) {
      metrics.skipped();
    } else {
      deadLetters.keep(row, failure.code(), reason(failure));
      metrics.deadLettered();
    }
  }

  private boolean isOfRow(ErrorCode code) {
    return switch (code) {
      case INVALID_ROW, NO_ROUTE -> true;
      // Of any other write the target is missing, for all rows.
      case STREAM_NOT_FOUND -> progress.isOfEachRow();
      default -> false;
    };
  }

  /** Without the code, and without what may be visible of the rows before. */
  private static String reason(RabbitStreamsException failure) {
    String reason = failure.getMessage().substring(failure.code().label().length() + 1);
    String stage = failure.writeStage().map(each -> " " + each.sentence()).orElse("");
    return reason.endsWith(stage) ? reason.substring(0, reason.length() - stage.length()) : reason;
  }

  private String fate() {
    return kind == BadRowKind.SKIP ? "skipped" : "kept in the dead letter stream";
  }

  /** Tells how many they were, when all else is written. */
  void close() {
    if (!counts.isEmpty()) {
      String each =
          counts.entrySet().stream()
              .map(entry -> entry.getKey() + ": " + entry.getValue())
              .collect(Collectors.joining(", "));
      LOG.warn("{} of {} rows of this task were {} ({})", count(), progress.rows(), fate(), each);
    }
  }

  /** Tells of all tasks at once, where the write was asked for. */
  static void tell(WriterCommitMessage[] messages, Target target) {
    long bad = 0;
    long all = 0;
    for (WriterCommitMessage message : messages) {
      if (message instanceof RowWriter.AllConfirmed confirmed) {
        bad += confirmed.badRows();
        all += confirmed.rows();
      }
    }
    if (bad > 0) {
      LOG.warn(
          "{} of {} rows could not be written to {}; onDataError let them pass", bad, all, target);
    }
  }

  long count() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
