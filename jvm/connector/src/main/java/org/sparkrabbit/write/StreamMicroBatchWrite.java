package org.sparkrabbit.write;

import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.connector.write.streaming.StreamingDataWriterFactory;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.rows.SinkSchema;

/**
 * The writes of a streaming query, one for each of its batches. As in batch, a task that is done
 * has its rows confirmed; so committing a batch does nothing, however often Spark asks for it.
 */
record StreamMicroBatchWrite(TableSettings settings, SinkSchema schema) implements StreamingWrite {
  @Override
  public StreamingDataWriterFactory createStreamingWriterFactory(PhysicalWriteInfo info) {
    return RowWriterFactory.prepared(settings, schema);
  }

  /** Spark prints it with every failure. */
  @Override
  public String toString() {
    return "rabbitmq_streams " + settings.target();
  }

  @Override
  public void commit(long epoch, WriterCommitMessage[] messages) {
    BadRows.tell(messages, settings.target());
  }

  @Override
  public void abort(long epoch, WriterCommitMessage[] messages) {}
}
