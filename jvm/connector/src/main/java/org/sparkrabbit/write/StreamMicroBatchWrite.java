package org.sparkrabbit.write;

import java.util.function.Function;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.connector.write.streaming.StreamingDataWriterFactory;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;
import org.sparkrabbit.options.TableSettings;

/**
 * The writes of a streaming query, one for each of its batches. As in batch, a task that is done
 * has its rows confirmed; so committing a batch does nothing, however often Spark asks for it.
 */
record StreamMicroBatchWrite(
    TableSettings settings, Function<PhysicalWriteInfo, RowWriterFactory> writers)
    implements StreamingWrite {
  @Override
  public StreamingDataWriterFactory createStreamingWriterFactory(PhysicalWriteInfo info) {
    return writers.apply(info);
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
