package org.sparkrabbit.write;

import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.sparkrabbit.broker.BrokerLease;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.rows.SinkSchema;

/** A write is done when each of its tasks is: nothing is left to commit or to take back. */
record StreamBatchWrite(TableSettings settings, SinkSchema schema) implements BatchWrite {
  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    // A missing stream is told once by the driver, and not by every task.
    try (BrokerLease broker = BrokerLease.open(settings.connection())) {
      broker.topology().requireWritable(settings.target());
    }
    return new RowWriterFactory(settings, schema);
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {}

  @Override
  public void abort(WriterCommitMessage[] messages) {}
}
