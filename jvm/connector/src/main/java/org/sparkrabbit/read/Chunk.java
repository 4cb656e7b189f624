package org.sparkrabbit.read;

import io.netty.buffer.ByteBuf;
import java.util.zip.CRC32;
import org.sparkrabbit.broker.ChunkFrame;

/** The entries of a chunk as the broker sent them, in a buffer that is used again. */
final class Chunk {
  private static final int INITIAL_CAPACITY = 64 * 1024;

  private byte[] bytes = new byte[INITIAL_CAPACITY];
  private int limit;
  private long firstOffset;
  private long messages;
  private long timestamp;
  private long checksum;

  void fill(ChunkFrame frame) {
    ByteBuf entries = frame.entries();
    limit = entries.readableBytes();
    if (limit > bytes.length) {
      bytes = new byte[Math.max(limit, (int) Math.min(2L * bytes.length, Integer.MAX_VALUE - 8))];
    }
    entries.getBytes(entries.readerIndex(), bytes, 0, limit);
    firstOffset = frame.firstOffset();
    messages = frame.messages();
    timestamp = frame.timestamp();
    checksum = frame.checksum();
  }

  boolean isIntact() {
    CRC32 computed = new CRC32();
    computed.update(bytes, 0, limit);
    return computed.getValue() == checksum;
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
    return bytes.length > Math.max(INITIAL_CAPACITY, 4 * (long) limit);
  }

  long firstOffset() {
    return firstOffset;
  }

  long messages() {
    return messages;
  }

  long end() {
    return firstOffset + messages;
  }

  long timestamp() {
    return timestamp;
  }
}
