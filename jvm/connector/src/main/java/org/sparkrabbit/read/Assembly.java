package org.sparkrabbit.read;

import org.sparkrabbit.broker.IncomingMessage;

/** The chunk that a connection's thread is delivering. Only that thread touches it. */
final class Assembly {
  private final Thread owner;
  private int subscription;
  private ChunkBytes chunk;
  private long end;

  Assembly(Thread owner) {
    this.owner = owner;
  }

  Thread owner() {
    return owner;
  }

  /** One past the last offset of the chunk. */
  long end() {
    return end;
  }

  boolean isUnfinished(int inSubscription) {
    return chunk != null && subscription == inSubscription;
  }

  void begin(int ofSubscription, long chunkEnd, ChunkBytes bytes) {
    subscription = ofSubscription;
    end = chunkEnd;
    chunk = bytes;
    chunk.begin();
  }

  void add(IncomingMessage message, long offset, long timestamp) {
    chunk.add(message, offset, timestamp);
  }

  ChunkBytes finish() {
    ChunkBytes whole = chunk;
    whole.forgetSource();
    chunk = null;
    return whole;
  }
}
