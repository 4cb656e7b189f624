package org.sparkrabbit.read;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.sparkrabbit.broker.Decompression;

/**
 * Walks along the messages of a chunk. An entry is a message behind its length; or, marked by the
 * highest bit, a batch of messages that may be compressed. Messages are found where they lie, and
 * those of a compressed batch in a buffer of the cursor.
 */
final class ChunkCursor {
  /** What stands before a message: its length. */
  static final int SIZE = Integer.BYTES;

  private static final int BATCH_HEAD = 11;
  private static final int BATCH_COUNT_AT = 1;
  private static final int BATCH_SIZE_AT = 3;
  private static final int BATCH_LENGTH_AT = 7;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  private final Decompression decompression;
  private Chunk chunk;
  private int position;
  private long nextOffset;

  private byte[] bytes;
  private int from;
  private int until;

  private byte[] batch;
  private int batchPosition;
  private int batchLimit;
  private int batchMessages;
  private byte[] scratch = new byte[0];

  ChunkCursor(Decompression decompression) {
    this.decompression = decompression;
  }

  void open(Chunk opened) {
    chunk = opened;
    position = 0;
    batchMessages = 0;
    nextOffset = opened.firstOffset();
  }

  /** The offset of the message that comes next. */
  long nextOffset() {
    return nextOffset;
  }

  boolean hasNext() {
    return nextOffset < chunk.end();
  }

  /** Passes by the messages before this offset, and by whole batches without opening them. */
  void skipTo(long offset) {
    while (nextOffset < offset && hasNext()) {
      int count = batchMessages == 0 ? batchCount() : 0;
      if (count > 0 && nextOffset + count <= offset) {
        int length = (int) INT.get(chunk.bytes(), position + BATCH_LENGTH_AT);
        position = within(position + BATCH_HEAD, length, chunk.limit());
        nextOffset += count;
      } else {
        step();
      }
    }
  }

  /** Steps to the next message, which there is. */
  void step() {
    if (batchMessages == 0 && !stepToPlainMessage()) {
      openBatch();
    }
    if (batchMessages > 0) {
      stepInBatch();
    }
    nextOffset++;
  }

  /**
   * Steps along the next messages that stand together, on their own or in one batch, and notes
   * where each begins and ends. Tells how many: at least one.
   */
  int steps(int most, int[] starts, int[] ends) {
    int count = batchMessages == 0 ? plainSteps(most, starts, ends) : 0;
    while (count < most && (count == 0 || batchMessages > 0)) {
      step();
      starts[count] = from;
      ends[count++] = until;
    }
    return count;
  }

  private int plainSteps(int most, int[] starts, int[] ends) {
    look(chunk.bytes());
    int count = 0;
    while (count < most) {
      int length = intAt(bytes, position, chunk.limit());
      if (length < 0) {
        break;
      }
      starts[count] = position + SIZE;
      position = within(position + SIZE, length, chunk.limit());
      ends[count++] = position;
    }
    nextOffset += count;
    return count;
  }

  byte[] bytes() {
    return bytes;
  }

  int from() {
    return from;
  }

  int until() {
    return until;
  }

  private boolean stepToPlainMessage() {
    look(chunk.bytes());
    int length = intAt(bytes, position, chunk.limit());
    if (length < 0) {
      return false;
    }
    from = position + SIZE;
    until = position = within(from, length, chunk.limit());
    return true;
  }

  private void look(byte[] holder) {
    if (bytes != holder) { // A store costs more: ADR 0017.
      bytes = holder;
    }
  }

  private void stepInBatch() {
    look(batch);
    from = batchPosition + SIZE;
    until = within(from, intAt(batch, batchPosition, batchLimit), batchLimit);
    batchPosition = until;
    batchMessages--;
  }

  /** How many messages the next entry holds if it is a batch, else 0. */
  private int batchCount() {
    if (intAt(chunk.bytes(), position, chunk.limit()) >= 0) {
      return 0;
    }
    within(position, BATCH_HEAD, chunk.limit());
    return (short) SHORT.get(chunk.bytes(), position + BATCH_COUNT_AT) & 0xffff;
  }

  private void openBatch() {
    byte[] entries = chunk.bytes();
    batchMessages = batchCount();
    if (batchMessages == 0) {
      throw new DamagedChunkException("a batch is empty");
    }
    int compression = entries[position] >> 4 & 0x7;
    int size = (int) INT.get(entries, position + BATCH_SIZE_AT);
    int length = (int) INT.get(entries, position + BATCH_LENGTH_AT);
    int start = position + BATCH_HEAD;
    position = within(start, length, chunk.limit());
    if (compression == 0) {
      batch = entries;
      batchPosition = start;
      batchLimit = position;
    } else {
      batch = decompressed(compression, start, length, size);
      batchPosition = 0;
      batchLimit = size;
    }
  }

  private byte[] decompressed(int compression, int start, int length, int size) {
    try {
      scratch = decompression.decompress(compression, chunk.bytes(), start, length, scratch, size);
      return scratch;
    } catch (IOException e) {
      throw new DamagedChunkException(
          "a batch of messages cannot be decompressed (%s)".formatted(e.getMessage()), e);
    }
  }

  private static int intAt(byte[] bytes, int at, int limit) {
    within(at, SIZE, limit);
    return (int) INT.get(bytes, at);
  }

  private static int within(int start, int length, int limit) {
    if (length < 0 || length > limit - start) {
      throw new DamagedChunkException("an entry is longer than its chunk");
    }
    return start + length;
  }
}
