package org.sparkrabbit.write;

import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.sparkrabbit.broker.BrokerLease;
import org.sparkrabbit.broker.BrokerVersion;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.options.WriteSettings;
import org.sparkrabbit.rows.SinkSchema;

/** A write is done when each of its tasks is: nothing is left to commit or to take back. */
record StreamBatchWrite(TableSettings settings, SinkSchema schema) implements BatchWrite {
  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    // A missing stream is told once by the driver, and not by every task.
    try (BrokerLease broker = BrokerLease.open(settings.connection())) {
      broker.topology().requireWritable(settings.target());
      requireFilters(broker.version());
    }
    return new RowWriterFactory(settings, schema);
  }

  private void requireFilters(BrokerVersion version) {
    WriteSettings writing = settings.writing();
    if (writing.filterPath() != null) {
      version.requireFilters("filterValuePath");
    } else if (writing.filterExtractorClass() != null) {
      version.requireFilters("filterValueExtractorClass");
    }
  }

  /** Spark prints it with every failure. */
  @Override
  public String toString() {
    return "rabbitmq_streams " + settings.target();
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {}

  @Override
  public void abort(WriterCommitMessage[] messages) {}
}
