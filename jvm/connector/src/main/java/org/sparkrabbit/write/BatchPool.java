package org.sparkrabbit.write;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntSupplier;

/**
 * Batches that one outlet uses again, as far as they are worth their memory. No other outlet may
 * have them: a thread of the connection may still look into one that was given back, for ids that
 * are known to its own stream only.
 */
final class BatchPool {
  private static final int MOST_BYTES = 8 * 1024 * 1024;

  private final int entriesOfBatch;
  private final IntSupplier outlets;
  private final Deque<Batch> idle = new ArrayDeque<>();
  private int bytes;

  /** The outlets of a task share the memory of its idle batches. */
  BatchPool(int entriesOfBatch, IntSupplier outlets) {
    this.entriesOfBatch = entriesOfBatch;
    this.outlets = outlets;
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
    if (bytes + batch.capacity() <= MOST_BYTES / Math.max(1, outlets.getAsInt())) {
      batch.clear();
      bytes += batch.capacity();
      idle.push(batch);
    }
  }
}
