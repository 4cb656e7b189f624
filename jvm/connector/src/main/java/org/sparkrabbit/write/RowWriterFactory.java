package org.sparkrabbit.write;

import java.util.function.Function;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.streaming.StreamingDataWriterFactory;
import org.sparkrabbit.broker.BrokerLease;
import org.sparkrabbit.broker.BrokerVersion;
import org.sparkrabbit.broker.Topology;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.errors.WriteStage;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.options.Target;
import org.sparkrabbit.options.WriteSettings;
import org.sparkrabbit.rows.SinkSchema;

/**
 * Travels to the executors and opens a writer for each task there. The query is null where attempts
 * of tasks do not know of each other.
 */
record RowWriterFactory(
    TableSettings settings, SinkSchema schema, EffectivelyOnce query, boolean isArranged)
    implements DataWriterFactory, StreamingDataWriterFactory {

  /** A missing stream is created, or told, once by the driver, and not by every task. */
  static RowWriterFactory prepared(TableSettings settings, SinkSchema schema) {
    return prepared(settings, schema, broker -> null, true);
  }

  /** The query is made of what the broker tells once the target exists. */
  static RowWriterFactory prepared(
      TableSettings settings,
      SinkSchema schema,
      Function<BrokerLease, EffectivelyOnce> query,
      boolean isArranged) {
    try (BrokerLease broker = BrokerLease.open(settings.connection())) {
      requireFilters(settings.writing(), broker.version());
      if (settings.writing().creation() != null) {
        broker.creation().ensure(settings.target(), settings.writing().creation());
      }
      broker.topology().requireWritable(settings.target());
      requireDeadLetterStream(settings.writing().deadLetterStream(), broker.topology());
      return new RowWriterFactory(settings, schema, query.apply(broker), isArranged);
    } catch (RabbitStreamsException e) {
      throw e.at(WriteStage.NOT_BEGUN);
    }
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
    return ofAttempt(new TaskAttempt(partitionId, taskId, null));
  }

  @Override
  public DataWriter<InternalRow> createWriter(int partitionId, long taskId, long epoch) {
    TaskAttempt attempt = new TaskAttempt(partitionId, taskId, epoch);
    if (query == null) {
      return ofAttempt(attempt);
    }
    return opened(
        attempt, new WriterIdentity(query.producerName(partitionId), query, epoch, isArranged));
  }

  private RowWriter ofAttempt(TaskAttempt attempt) {
    return opened(attempt, WriterIdentity.ofAttempt(nameOfAttempt(attempt)));
  }

  private RowWriter opened(TaskAttempt attempt, WriterIdentity identity) {
    Progress progress = new Progress(settings.target());
    try {
      return new RowWriter(settings, schema, attempt, identity, progress);
    } catch (RabbitStreamsException e) {
      throw progress.staged(e);
    }
  }

  /** No two attempts share a name, not even those that run at the same time. */
  private String nameOfAttempt(TaskAttempt attempt) {
    String name = settings.writing().producerName();
    return name == null ? null : name + "-p" + attempt.partition() + "-t" + attempt.task();
  }
}
