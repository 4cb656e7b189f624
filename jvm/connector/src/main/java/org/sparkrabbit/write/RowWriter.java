package org.sparkrabbit.write;

import com.rabbitmq.stream.Producer;
import com.rabbitmq.stream.ProducerBuilder;
import com.rabbitmq.stream.StreamException;
import java.time.Duration;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkrabbit.broker.BrokerLease;
import org.sparkrabbit.broker.ClientFailure;
import org.sparkrabbit.broker.OutgoingMessage;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.options.Target;
import org.sparkrabbit.rows.InvalidRowException;
import org.sparkrabbit.rows.MessageWriter;
import org.sparkrabbit.rows.SinkColumn;
import org.sparkrabbit.rows.SinkRow;
import org.sparkrabbit.rows.SinkSchema;

/** Sends the rows of one task, in order, and commits when the broker has confirmed them all. */
final class RowWriter implements DataWriter<InternalRow> {
  private static final Duration CONFIRM_TIMEOUT = Duration.ofSeconds(60);

  private final Target target;
  private final UTF8String targetName;
  private final SinkRow sinkRow;
  private final BrokerLease broker;
  private final Producer producer;
  private final Confirms confirms;
  private final MessageWriter messages = new MessageWriter();
  private long rows;

  RowWriter(TableSettings settings, SinkSchema schema) {
    this.target = settings.target();
    this.targetName = UTF8String.fromString(target.name());
    this.sinkRow = new SinkRow(schema);
    this.confirms = new Confirms(target, CONFIRM_TIMEOUT);
    this.broker = BrokerLease.open(settings.connection());
    try {
      this.producer = openProducer();
    } catch (Throwable e) {
      broker.close();
      throw e;
    }
  }

  private Producer openProducer() {
    ProducerBuilder builder = broker.producerBuilder();
    if (target instanceof Target.SuperStream) {
      builder
          .superStream(target.name())
          .routing(message -> ((OutgoingMessage) message).routingKey())
          .producerBuilder();
    } else {
      builder.stream(target.name());
    }
    return ClientFailure.translated("Nothing can be written to " + target, builder::build);
  }

  @Override
  public void write(InternalRow row) {
    OutgoingMessage message = encode(row);
    confirms.expect(message);
    rows++;
    try {
      producer.send(message, confirms);
    } catch (StreamException | IllegalStateException e) {
      throw ClientFailure.translate(
          "Row %d of this task cannot be sent to %s; rows before it may be visible already"
              .formatted(rows, target),
          e);
    } catch (IllegalArgumentException e) {
      throw new RabbitStreamsException(
          ErrorCode.INVALID_ROW,
          ("Row %d of this task has %d bytes as a message, which is more than the broker takes"
                  + " (rabbitmq.conf: stream.frame_max). Rows before it may be visible already."
                  + " Split its value, or raise the limit there.")
              .formatted(rows, message.getSize()),
          e);
    }
  }

  private OutgoingMessage encode(InternalRow row) {
    sinkRow.moveTo(row);
    try {
      byte[] message = messages.encode(sinkRow);
      return new OutgoingMessage(message, routingKey());
    } catch (InvalidRowException e) {
      throw invalidRow(e.getMessage());
    }
  }

  /** In a plain stream the key is only kept in the message, and all rows go to that stream. */
  private String routingKey() {
    if (target instanceof Target.Stream) {
      if (!sinkRow.goesTo(targetName)) {
        throw invalidRow("its column stream names '" + sinkRow.stream() + "'");
      }
      return null;
    }
    if (!sinkRow.isSet(SinkColumn.ROUTING_KEY)) {
      throw invalidRow("routing_key is null, and decides the partition of a super stream");
    }
    return sinkRow.routingKey();
  }

  private RabbitStreamsException invalidRow(String why) {
    return new RabbitStreamsException(
        ErrorCode.INVALID_ROW,
        "Row %d of this task cannot be written to %s: %s. Rows before it may be visible already."
            .formatted(rows + 1, target, why));
  }

  @Override
  public WriterCommitMessage commit() {
    confirms.awaitAll();
    return new AllConfirmed(rows);
  }

  /** What was sent cannot be taken back; {@link #close} ends the rest. */
  @Override
  public void abort() {}

  @Override
  public void close() {
    try {
      producer.close();
    } finally {
      broker.close();
    }
  }

  record AllConfirmed(long rows) implements WriterCommitMessage {}
}
