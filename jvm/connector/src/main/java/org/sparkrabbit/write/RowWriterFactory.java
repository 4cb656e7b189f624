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
    return new RowWriter(settings, schema);
  }
}
