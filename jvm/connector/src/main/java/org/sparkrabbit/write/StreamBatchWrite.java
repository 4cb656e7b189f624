package org.sparkrabbit.write;

import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.rows.SinkSchema;

/** A write is done when each of its tasks is: nothing is left to commit or to take back. */
record StreamBatchWrite(TableSettings settings, SinkSchema schema) implements BatchWrite {
  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    return RowWriterFactory.prepared(settings, schema);
  }

  /** Spark prints it with every failure. */
  @Override
  public String toString() {
    return "rabbitmq_streams " + settings.target();
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    BadRows.tell(messages, settings.target());
  }

  @Override
  public void abort(WriterCommitMessage[] messages) {}
}
