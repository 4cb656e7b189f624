package org.sparkrabbit.write;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.rows.SinkSchema;

/** Travels to the executors and opens a writer for each task there. */
record RowWriterFactory(TableSettings settings, SinkSchema schema) implements DataWriterFactory {
  @Override
  public DataWriter<InternalRow> createWriter(int partitionId, long taskId) {
    return new RowWriter(settings, schema, producerName(partitionId, taskId));
  }

  /** No two attempts share a name, not even those that run at the same time. */
  private String producerName(int partitionId, long taskId) {
    String name = settings.writing().producerName();
    return name == null ? null : name + "-p" + partitionId + "-t" + taskId;
  }
}
