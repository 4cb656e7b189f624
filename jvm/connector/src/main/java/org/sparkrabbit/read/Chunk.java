package org.sparkrabbit.read;

import java.util.zip.CRC32;
import org.sparkrabbit.broker.ChunkHead;

/** The entries of a chunk as the broker sent them, in a buffer that is used again. */
final class Chunk {
  private static final int INITIAL_CAPACITY = 64 * 1024;

  private byte[] bytes = new byte[INITIAL_CAPACITY];
  private ChunkHead head;

  /** Makes room for the messages of another chunk. */
  byte[] prepare(ChunkHead next) {
    head = next;
    if (head.bytes() > bytes.length) {
      // Chunks of a stream differ by a little; what fits them all is found soon.
      long roomier = head.bytes() + (long) head.bytes() / 8;
      bytes = new byte[(int) Math.min(roomier, Integer.MAX_VALUE - 8)];
    }
    return bytes;
  }

  boolean isIntact() {
    CRC32 computed = new CRC32();
    computed.update(bytes, 0, head.bytes());
    return computed.getValue() == head.checksum();
  }

  byte[] bytes() {
    return bytes;
  }

  int limit() {
    return head.bytes();
  }

  /** What this chunk takes from the budget of its reader. */
  int heldBytes() {
    return bytes.length;
  }

  /** Whether a chunk much smaller than those before it would hold on to their memory. */
  boolean isOversized() {
    return bytes.length > Math.max(INITIAL_CAPACITY, 4 * (long) head.bytes());
  }

  ChunkHead head() {
    return head;
  }

  long firstOffset() {
    return head.firstOffset();
  }

  long messages() {
    return head.messages();
  }

  long end() {
    return head.end();
  }

  long timestamp() {
    return head.timestamp();
  }
}
