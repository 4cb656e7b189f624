package org.sparkrabbit.read;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.types.StructType;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.metrics.ReadMetrics;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.plan.OffsetRange;
import org.sparkrabbit.rows.MalformedMessageException;
import org.sparkrabbit.rows.MessageRow;

/** Gives the messages of a range to Spark as rows. What no column asks for is not decoded. */
final class RangeReader implements PartitionReader<InternalRow> {
  private final OffsetRange range;
  private final ReadMetrics metrics = new ReadMetrics();
  private final RangeMessages messages;
  private final MessageRow row;
  private final UserFilter filter;
  private long rowsLeft;

  RangeReader(TableSettings settings, OffsetRange range, StructType columns, long mostRows) {
    this.range = range;
    this.rowsLeft = mostRows;
    this.filter = UserFilter.of(settings.reading().filter(), range);
    this.messages = new RangeMessages(settings, range, metrics);
    this.row = new MessageRow(columns, messages.message(), this::malformed);
  }

  @Override
  public boolean next() {
    if (row.isTimed()) {
      metrics.sample(row.nanos());
    }
    if (rowsLeft == 0) {
      messages.close();
      return false;
    }
    boolean found = messages.advance();
    while (found && filter != null && !accepts()) {
      metrics.dropped();
      found = messages.advance();
    }
    rowsLeft--;
    return found;
  }

  private boolean accepts() {
    try {
      return filter.accepts(messages.message());
    } catch (MalformedMessageException e) {
      throw malformed(e);
    }
  }

  @Override
  public InternalRow get() {
    if (metrics.isSample()) {
      row.time();
    }
    return row;
  }

  private RabbitStreamsException malformed(MalformedMessageException e) {
    return new RabbitStreamsException(
        ErrorCode.MALFORMED_MESSAGE,
        ("The message at offset %d of the stream '%s' is not AMQP 1.0: %s. Find out which publisher"
                + " wrote it; to step over it, read the ranges before and after it.")
            .formatted(messages.offset(), range.stream(), e.getMessage()),
        e);
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return metrics.values();
  }

  /** Spark 4.2 deprecates it, and those before call it. */
  @Override
  @SuppressWarnings("deprecation")
  public void initMetricsValues(CustomTaskMetric[] ofEarlierReaders) {
    metrics.goOnFrom(ofEarlierReaders);
  }

  @Override
  public void close() {
    messages.close();
    if (filter != null) {
      filter.tellMismatches();
    }
  }
}
