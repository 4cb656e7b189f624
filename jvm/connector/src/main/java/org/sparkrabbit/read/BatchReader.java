package org.sparkrabbit.read;

import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.rows.MessageBatch;

/** Gives messages by the thousands, as columns. A batch ends with its chunk at the latest. */
final class BatchReader extends RangeReader<ColumnarBatch> {
  private final MessageBatch batch;
  private ColumnarBatch columns;
  private long rowsLeft;

  BatchReader(TableSettings settings, RangePartition planned, StructType wanted, long mostRows) {
    super(settings, planned, mostRows);
    this.rowsLeft = mostRows;
    this.batch = new MessageBatch(wanted, message, this::malformed);
  }

  @Override
  public boolean next() {
    requireReadable();
    metrics.decoded(batch.nanos());
    if (rowsLeft == 0 || !chunks.hasMessages()) {
      chunks.close();
      return false;
    }
    int count = fill(Math.min(rowsLeft, Math.min(chunks.left(), MessageBatch.MOST_MESSAGES)));
    rowsLeft -= count;
    return true;
  }

  private int fill(long most) {
    ChunkCursor cursor = chunks.cursor();
    int count;
    try {
      count = cursor.steps((int) most, batch.starts(), batch.ends());
    } catch (DamagedChunkException e) {
      throw chunks.damaged(e);
    }
    columns = batch.of(cursor.bytes(), count, chunks.offset(), chunks.timestamp());
    chunks.stepped(count);
    int framing = (count - 1) * ChunkCursor.SIZE;
    metrics.messages(count, batch.ends()[count - 1] - batch.starts()[0] - framing);
    return count;
  }

  @Override
  public ColumnarBatch get() {
    return columns;
  }
}
