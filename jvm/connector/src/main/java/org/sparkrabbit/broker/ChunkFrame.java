package org.sparkrabbit.broker;

import io.netty.buffer.ByteBuf;

/**
 * A chunk as it came from the broker: entries that are behind each other in the stream, and what
 * stands before them. It is valid only while it is handed over.
 *
 * @param firstOffset the offset of the first message
 * @param messages how many messages the entries hold together
 * @param checksum the CRC-32 of the entries
 */
public record ChunkFrame(
    long firstOffset, long messages, long timestamp, long checksum, ByteBuf entries) {
  private static final int DELIVER_WITH_COMMITTED_OFFSET = 2;
  private static final int MAGIC_AND_VERSION = 1;
  private static final int ENTRY_COUNT = 2;
  private static final int EPOCH = 8;
  private static final int TRAILER_LENGTH = 4;
  private static final int RESERVED = 4;

  /** Reads what follows the subscription in a frame of the given version. */
  static ChunkFrame read(ByteBuf frame, int version) {
    if (version >= DELIVER_WITH_COMMITTED_OFFSET) {
      frame.skipBytes(Long.BYTES);
    }
    frame.skipBytes(MAGIC_AND_VERSION);
    int type = frame.readByte();
    if (type != 0) {
      throw new IllegalStateException("A chunk of type " + type + " carries no messages");
    }
    frame.skipBytes(ENTRY_COUNT);
    long messages = frame.readUnsignedInt();
    long timestamp = frame.readLong();
    frame.skipBytes(EPOCH);
    long firstOffset = frame.readLong();
    long checksum = frame.readUnsignedInt();
    int length = Math.toIntExact(frame.readUnsignedInt());
    frame.skipBytes(TRAILER_LENGTH + RESERVED);
    return new ChunkFrame(
        firstOffset, messages, timestamp, checksum, frame.slice(frame.readerIndex(), length));
  }

  public long end() {
    return firstOffset + messages;
  }
}
