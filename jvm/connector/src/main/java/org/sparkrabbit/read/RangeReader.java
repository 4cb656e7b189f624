package org.sparkrabbit.read;

import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.metrics.ReadMetrics;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.rows.MalformedMessageException;
import org.sparkrabbit.rows.MessageView;

/** Gives the messages of a range to Spark. What no column asks for is not decoded. */
abstract class RangeReader<T> implements PartitionReader<T> {
  final ReadMetrics metrics = new ReadMetrics();
  final RangeChunks chunks;
  final MessageView message;
  private RabbitStreamsException unreadable;

  RangeReader(TableSettings settings, RangePartition planned, long mostMessages) {
    this.message = new MessageView(planned.range().stream());
    this.chunks = new RangeChunks(settings, planned, mostMessages, metrics);
  }

  /** What is wrong with the message at hand. */
  final RabbitStreamsException malformed(MalformedMessageException e) {
    unreadable =
        new RabbitStreamsException(
            ErrorCode.MALFORMED_MESSAGE,
            ("The message at offset %d of the stream '%s' is not AMQP 1.0: %s. Find out which"
                    + " publisher wrote it; to step over it, read the ranges before and after it.")
                .formatted(message.offset(), message.stream(), e.getMessage()),
            e);
    return unreadable;
  }

  /** Spark's functions whose names begin with {@code try_} make a null of what a column throws. */
  final void requireReadable() {
    if (unreadable != null) {
      throw unreadable;
    }
  }

  @Override
  public final CustomTaskMetric[] currentMetricsValues() {
    return metrics.values();
  }

  /** Spark 4.2 deprecates it, and those before call it. */
  @Override
  @SuppressWarnings("deprecation")
  public final void initMetricsValues(CustomTaskMetric[] ofEarlierReaders) {
    metrics.goOnFrom(ofEarlierReaders);
  }

  /** With a limit nobody asks for a row after the last one. */
  @Override
  public void close() {
    chunks.close();
    requireReadable();
  }
}
