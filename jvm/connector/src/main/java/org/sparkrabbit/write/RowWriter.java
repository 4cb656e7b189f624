package org.sparkrabbit.write;

import com.rabbitmq.stream.Producer;
import com.rabbitmq.stream.Resource;
import com.rabbitmq.stream.StreamException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.unsafe.types.UTF8String;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.broker.BrokerLease;
import org.sparkrabbit.broker.ClientFailure;
import org.sparkrabbit.broker.OutgoingMessage;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.metrics.WriteMetrics;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.options.Target;
import org.sparkrabbit.options.WriteSettings;
import org.sparkrabbit.rows.InvalidRowException;
import org.sparkrabbit.rows.MessageWriter;
import org.sparkrabbit.rows.SinkColumn;
import org.sparkrabbit.rows.SinkRow;
import org.sparkrabbit.rows.SinkSchema;

/** Sends the rows of one task, in order, and commits when the broker has confirmed them all. */
final class RowWriter implements DataWriter<InternalRow> {
  private static final Logger LOG = LoggerFactory.getLogger(RowWriter.class);
  private static final int LONGEST_FILTER_VALUE = Short.MAX_VALUE;
  private static final int FRAME_HEAD = 64;

  private final Target target;
  private final UTF8String targetName;
  private final WriteMetrics metrics = new WriteMetrics();
  private final Progress progress;
  private final SinkRow row;
  private final MessageWriter messages = new MessageWriter();
  private final FilterValues filterValues;
  private final Confirms confirms;
  private final BrokerLease broker;
  private final PublishingIds ids;
  private final Producer producer;
  private volatile boolean closing;

  /** The producer's name is null where the broker drops no repetitions. */
  RowWriter(TableSettings settings, SinkSchema schema, String producerName) {
    WriteSettings writing = settings.writing();
    this.target = settings.target();
    this.targetName = UTF8String.fromString(target.name());
    this.progress = new Progress(target);
    this.row = new SinkRow(schema);
    WriteExtensions extensions = WriteExtensions.of(writing, progress);
    this.filterValues = FilterValues.of(writing, extensions);
    this.confirms = new Confirms(target, writing, metrics);
    this.broker = BrokerLease.open(settings.connection());
    try {
      ProducerFactory producers = new ProducerFactory(broker, target, writing, producerName);
      this.ids =
          producerName == null
              ? null
              : new PublishingIds(
                  row, schema.has(SinkColumn.PUBLISHING_ID), producers::lastPublishingId, progress);
      this.producer =
          producers.open(
              new Routing(writing.routing(), extensions, row, progress, this::expect),
              this::stateChanged);
    } catch (Throwable e) {
      broker.close();
      throw e;
    }
  }

  private void stateChanged(Resource.Context change) {
    if (change.currentState() == Resource.State.RECOVERING) {
      LOG.warn("Connection lost while writing to {}", target);
      metrics.retry();
    } else if (change.currentState() == Resource.State.CLOSED && !closing) {
      confirms.giveUp(Confirms.LEADER_LOST);
    }
  }

  @Override
  public void write(InternalRow next) {
    progress.nextRow();
    row.moveTo(next);
    try {
      OutgoingMessage message = encode();
      if (target instanceof Target.SuperStream || isToBeSent(message)) {
        send(message);
      }
    } catch (InvalidRowException e) {
      throw progress.invalidRow(e.getMessage(), e);
    }
  }

  private OutgoingMessage encode() {
    byte[] encoded = messages.encode(row);
    String filterValue = filterValues.apply(row);
    if (filterValue != null) {
      requireFit(encoded, filterValue);
    }
    return new OutgoingMessage(encoded, filterValue);
  }

  /** The client forgets the filter value where it asks whether a message fits into a frame. */
  private void requireFit(byte[] encoded, String filterValue) {
    int length = filterValue.getBytes(StandardCharsets.UTF_8).length;
    if (length > LONGEST_FILTER_VALUE || encoded.length > Room.FRAME - FRAME_HEAD - length) {
      throw progress.invalidRow(
          ("its filter value of %d bytes is too long: the broker takes up to %d, and filter value and"
                  + " message (%d bytes) must fit into a frame of 1 MiB")
              .formatted(length, LONGEST_FILTER_VALUE, encoded.length),
          null);
    }
  }

  /** In a plain stream all rows go to that stream; in a super stream the routing counts them. */
  private boolean isToBeSent(OutgoingMessage message) {
    if (!row.goesTo(targetName)) {
      throw progress.invalidRow("its column stream names '" + row.stream() + "'", null);
    }
    if (ids != null && ids.number(message, List.of(target.name()))) {
      return false;
    }
    confirms.expect(message, 1);
    return true;
  }

  private void expect(OutgoingMessage message, List<String> targets) {
    if (ids != null) {
      ids.number(message, targets);
    }
    confirms.expect(message, targets.size());
    if (targets.size() > 1) {
      // The first copy may be there when the second one fails.
      progress.sent();
    }
  }

  private void send(OutgoingMessage message) {
    metrics.sent(message, message.getSize());
    try {
      producer.send(message, confirms);
    } catch (StreamException | IllegalStateException e) {
      throw ClientFailure.translate(
          progress.row() + " cannot be sent to " + target, progress.stage(), e);
    } catch (IllegalArgumentException e) {
      throw progress.failure(
          ErrorCode.INVALID_ROW,
          ("%s has %d bytes as a message, which is more than a frame of the protocol takes: 1 MiB, or"
                  + " less where the broker's configuration says so (stream.frame_max). Split its"
                  + " value.")
              .formatted(progress.row(), message.getSize()),
          e);
    }
    progress.sent();
  }

  /**
   * How Spark writes from 4.0 on. It looks at the metrics once more before it commits, and then no
   * more; so everything is confirmed by then.
   */
  public void writeAll(Iterator<InternalRow> rows) {
    while (rows.hasNext()) {
      write(rows.next());
    }
    confirms.awaitAll();
  }

  @Override
  public WriterCommitMessage commit() {
    confirms.awaitAll();
    long repetitions = ids == null ? 0 : ids.repetitions();
    if (repetitions > 0) {
      LOG.info("{} of {} rows were in {} already", repetitions, progress.rows(), target);
    }
    return new AllConfirmed(progress.rows(), repetitions);
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return metrics.values();
  }

  /** What was sent cannot be taken back; {@link #close} ends the rest. */
  @Override
  public void abort() {}

  /** A failure here would make Spark write again what is committed. */
  @Override
  public void close() {
    closing = true;
    try {
      producer.close();
    } catch (RuntimeException e) {
      LOG.warn("Closing a producer of {} failed", target, e);
    } finally {
      broker.close();
    }
  }

  record AllConfirmed(long rows, long repetitions) implements WriterCommitMessage {}
}
