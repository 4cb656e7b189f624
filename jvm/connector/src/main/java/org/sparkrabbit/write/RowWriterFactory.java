package org.sparkrabbit.write;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.streaming.StreamingDataWriterFactory;
import org.sparkrabbit.broker.BrokerLease;
import org.sparkrabbit.broker.BrokerVersion;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.options.WriteSettings;
import org.sparkrabbit.rows.SinkSchema;

/** Travels to the executors and opens a writer for each task there. */
record RowWriterFactory(TableSettings settings, SinkSchema schema)
    implements DataWriterFactory, StreamingDataWriterFactory {

  /** A missing stream is told once by the driver, and not by every task. */
  static RowWriterFactory prepared(TableSettings settings, SinkSchema schema) {
    try (BrokerLease broker = BrokerLease.open(settings.connection())) {
      broker.topology().requireWritable(settings.target());
      requireFilters(settings.writing(), broker.version());
    }
    return new RowWriterFactory(settings, schema);
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
    return new RowWriter(settings, schema, producerName(partitionId, taskId));
  }

  @Override
  public DataWriter<InternalRow> createWriter(int partitionId, long taskId, long epoch) {
    return createWriter(partitionId, taskId);
  }

  /** No two attempts share a name, not even those that run at the same time. */
  private String producerName(int partitionId, long taskId) {
    String name = settings.writing().producerName();
    return name == null ? null : name + "-p" + partitionId + "-t" + taskId;
  }
}
