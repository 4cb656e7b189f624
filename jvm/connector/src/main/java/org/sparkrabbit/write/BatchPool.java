package org.sparkrabbit.write;

import java.util.ArrayDeque;
import java.util.Deque;

/** Batches that are used again, as far as they are worth their memory. */
final class BatchPool {
  private static final int MOST_BYTES = 8 * 1024 * 1024;

  private final int entriesOfBatch;
  private final Deque<Batch> idle = new ArrayDeque<>();
  private int bytes;

  BatchPool(int entriesOfBatch) {
    this.entriesOfBatch = entriesOfBatch;
  }

  Batch take() {
    Batch batch = idle.poll();
    if (batch == null) {
      return new Batch(entriesOfBatch);
    }
    bytes -= batch.capacity();
    return batch;
  }

  void giveBack(Batch batch) {
    if (bytes + batch.capacity() <= MOST_BYTES) {
      batch.clear();
      bytes += batch.capacity();
      idle.push(batch);
    }
  }
}
