package org.sparkrabbit.read;

import io.netty.buffer.ByteBuf;
import org.sparkrabbit.broker.IncomingMessage;

/**
 * The messages of one chunk, each behind its four-byte length as the broker sends it. The bytes of
 * a plain chunk lie in the client's buffer one after the other in just this form, so they are
 * copied all at once when its first message is handed over; the messages after it are found to be
 * here already. Messages of sub-entries do not, and are copied one by one. The object is reused.
 */
final class ChunkBytes {
  private static final int PREFIX = Integer.BYTES;
  private static final int INITIAL_CAPACITY = 64 * 1024;

  private byte[] bytes = new byte[INITIAL_CAPACITY];
  private int limit;
  private long firstOffset;
  private long nextOffset;
  private long timestamp;

  private ByteBuf copiedFrom;
  private int copiedUntil;
  private int expectedStart;

  void begin() {
    limit = 0;
    nextOffset = firstOffset = -1;
    copiedFrom = null;
  }

  void add(IncomingMessage message, long offset, long chunkTimestamp) {
    if (firstOffset < 0) {
      firstOffset = offset;
      timestamp = chunkTimestamp;
      copyRest(message);
    } else if (isCopied(message)) {
      expectedStart += PREFIX + message.length();
      limit += PREFIX + message.length();
    } else {
      copiedFrom = null;
      copyOne(message);
    }
    nextOffset = offset + 1;
  }

  private boolean isCopied(IncomingMessage message) {
    return message.buffer() == copiedFrom
        && message.start() == expectedStart
        && message.start() + message.length() <= copiedUntil;
  }

  private void copyRest(IncomingMessage message) {
    ByteBuf source = message.buffer();
    int from = message.start() - PREFIX;
    int length = source.writerIndex() - from;
    ensureCapacity(length);
    source.getBytes(from, bytes, 0, length);
    limit = PREFIX + message.length();
    copiedFrom = source;
    copiedUntil = source.writerIndex();
    expectedStart = message.start() + message.length() + PREFIX;
  }

  private void copyOne(IncomingMessage message) {
    int length = PREFIX + message.length();
    ensureCapacity(limit + length);
    message.buffer().getBytes(message.start() - PREFIX, bytes, limit, length);
    limit += length;
  }

  private void ensureCapacity(int needed) {
    if (needed > bytes.length) {
      byte[] roomier = new byte[Math.max(needed, 2 * bytes.length)];
      System.arraycopy(bytes, 0, roomier, 0, limit);
      bytes = roomier;
    }
  }

  /** The client's buffer is released after its last message, and must not be held longer. */
  void forgetSource() {
    copiedFrom = null;
  }

  byte[] bytes() {
    return bytes;
  }

  int limit() {
    return limit;
  }

  /** What this chunk takes from the budget of its reader. */
  int heldBytes() {
    return bytes.length;
  }

  /** Whether a chunk much smaller than those before it would hold on to their memory. */
  boolean isOversized() {
    return bytes.length > Math.max(INITIAL_CAPACITY, 4 * limit);
  }

  long firstOffset() {
    return firstOffset;
  }

  long nextOffset() {
    return nextOffset;
  }

  long timestamp() {
    return timestamp;
  }
}
