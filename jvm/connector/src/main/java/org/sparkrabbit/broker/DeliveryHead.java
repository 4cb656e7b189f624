package org.sparkrabbit.broker;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;

/**
 * The beginning of a frame, as far as it has come: length, key, version. In a frame that delivers a
 * chunk, the subscription and the head of the chunk follow.
 */
final class DeliveryHead {
  private static final int KEY_AT = 4;
  private static final int VERSION_AT = 6;
  private static final int SUBSCRIPTION_AT = 8;
  private static final int CHUNK_AT = 9;
  private static final int WITH_COMMITTED_OFFSET = 2;

  private static final int TYPE = 1;
  private static final int MESSAGES = 4;
  private static final int TIMESTAMP = 8;
  private static final int FIRST_OFFSET = 24;
  private static final int CHECKSUM = 32;
  private static final int DATA_LENGTH = 36;
  private static final int CHUNK_HEAD = 48;

  private final ByteBuffer bytes = ByteBuffer.allocate(CHUNK_AT + Long.BYTES + CHUNK_HEAD);
  private int size;

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  /** Takes bytes until there are so many, or none are left. */
  void read(ByteBuf from, int until) {
    int count = Math.min(until - size, from.readableBytes());
    if (count > 0) {
      from.readBytes(bytes.array(), size, count);
      size += count;
    }
  }

  /** The same until the head of a delivery is complete; whether it is. */
  boolean readDelivery(ByteBuf from) {
    read(from, CHUNK_AT);
    if (size < CHUNK_AT) {
      return false;
    }
    read(from, end());
    return size == end();
  }

  /** What has come, as the client would have received it. */
  ByteBuf bytes(ByteBufAllocator allocator) {
    return allocator.buffer(size).writeBytes(bytes.array(), 0, size);
  }

  /** With the four bytes that tell it. */
  long frameLength() {
    return Integer.toUnsignedLong(bytes.getInt(0)) + Integer.BYTES;
  }

  int key() {
    return Short.toUnsignedInt(bytes.getShort(KEY_AT));
  }

  int subscription() {
    return Byte.toUnsignedInt(bytes.get(SUBSCRIPTION_AT));
  }

  ChunkHead chunk() {
    int at = chunkAt();
    int type = bytes.get(at + TYPE);
    if (type != 0) {
      throw new IllegalStateException("A chunk of type " + type + " carries no messages");
    }
    return new ChunkHead(
        bytes.getLong(at + FIRST_OFFSET),
        Integer.toUnsignedLong(bytes.getInt(at + MESSAGES)),
        bytes.getLong(at + TIMESTAMP),
        dataLength(),
        Integer.toUnsignedLong(bytes.getInt(at + CHECKSUM)));
  }

  int dataLength() {
    int length = bytes.getInt(chunkAt() + DATA_LENGTH);
    if (length < 0 || length > frameLength() - size) {
      throw new IllegalStateException("A chunk of " + length + " bytes does not fit its frame");
    }
    return length;
  }

  private int chunkAt() {
    boolean tellsCommitted = bytes.getShort(VERSION_AT) >= WITH_COMMITTED_OFFSET;
    return CHUNK_AT + (tellsCommitted ? Long.BYTES : 0);
  }

  private int end() {
    return chunkAt() + CHUNK_HEAD;
  }
}
