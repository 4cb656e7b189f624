package org.sparkrabbit.write;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.streaming.StreamingDataWriterFactory;
import org.sparkrabbit.broker.BrokerLease;
import org.sparkrabbit.broker.BrokerVersion;
import org.sparkrabbit.broker.Topology;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.options.Target;
import org.sparkrabbit.options.WriteSettings;
import org.sparkrabbit.rows.SinkSchema;

/** Travels to the executors and opens a writer for each task there. */
record RowWriterFactory(TableSettings settings, SinkSchema schema)
    implements DataWriterFactory, StreamingDataWriterFactory {

  /** A missing stream is created, or told, once by the driver, and not by every task. */
  static RowWriterFactory prepared(TableSettings settings, SinkSchema schema) {
    try (BrokerLease broker = BrokerLease.open(settings.connection())) {
      if (settings.writing().creation() != null) {
        broker.creation().ensure(settings.target(), settings.writing().creation());
      }
      broker.topology().requireWritable(settings.target());
      requireDeadLetterStream(settings.writing().deadLetterStream(), broker.topology());
      requireFilters(settings.writing(), broker.version());
    }
    return new RowWriterFactory(settings, schema);
  }

  /** The stream is null where no rows are kept. */
  private static void requireDeadLetterStream(String stream, Topology topology) {
    try {
      if (stream != null) {
        topology.requireWritable(new Target.Stream(stream));
      }
    } catch (RabbitStreamsException e) {
      throw e.code() == ErrorCode.STREAM_NOT_FOUND
          ? new RabbitStreamsException(
              ErrorCode.STREAM_NOT_FOUND,
              ("There is no stream '%s', which the option deadLetterStream names. Create it first, in"
                      + " the virtual host of the other streams.")
                  .formatted(stream),
              e)
          : e;
    }
  }

  private static void requireFilters(WriteSettings writing, BrokerVersion version) {
    if (writing.filterPath() != null) {
      version.requireFilters("filterValuePath");
    } else if (writing.filterExtractorClass() != null) {
      version.requireFilters("filterValueExtractorClass");
    }
  }

  @Override
  public DataWriter<InternalRow> createWriter(int partitionId, long taskId) {
    return writer(new TaskAttempt(partitionId, taskId, null));
  }

  @Override
  public DataWriter<InternalRow> createWriter(int partitionId, long taskId, long epoch) {
    return writer(new TaskAttempt(partitionId, taskId, epoch));
  }

  private RowWriter writer(TaskAttempt attempt) {
    return new RowWriter(settings, schema, attempt, producerName(attempt));
  }

  /** No two attempts share a name, not even those that run at the same time. */
  private String producerName(TaskAttempt attempt) {
    String name = settings.writing().producerName();
    return name == null ? null : name + "-p" + attempt.partition() + "-t" + attempt.task();
  }
}
