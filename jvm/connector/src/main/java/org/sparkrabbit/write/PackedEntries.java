package org.sparkrabbit.write;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.function.IntSupplier;
import org.sparkrabbit.broker.EntryCompression;
import org.sparkrabbit.rows.EncodedMessage;

/**
 * Entries of several messages, compressed or not. An entry is complete when it has as many messages
 * as the options say, or as many as fit into a frame, compressed or not.
 */
final class PackedEntries implements Entries {
  private static final int PACKED = 0x80;
  private static final int COMPRESSION_SHIFT = 4;
  private static final int HEAD = ID + Byte.BYTES + Short.BYTES + LENGTH + LENGTH;

  private static final int FIRST_BYTES = 16 * 1024;

  /** What a task keeps between entries, so that it need not grow again for each. */
  private static final int MOST_IDLE_BYTES = 8 * 1024 * 1024;

  private final int mostMessages;
  private final EntryCompression compression;
  private final Compressed compressed;
  private final IntSupplier outlets;
  private byte[] plain = new byte[FIRST_BYTES];
  private int length;
  private int messages;
  private long id;

  /** The outlets of a task are written one after the other, so they share what is compressed. */
  PackedEntries(
      int mostMessages, EntryCompression compression, Compressed compressed, IntSupplier outlets) {
    this.mostMessages = mostMessages;
    this.compression = compression;
    this.compressed = compressed;
    this.outlets = outlets;
  }

  @Override
  public void add(Outlet outlet, long id, byte[] filterValue, EncodedMessage message) {
    int size = LENGTH + message.size();
    if (messages > 0 && HEAD + length + size > outlet.largestEntry()) {
      complete(outlet);
    }
    if (length + size > plain.length) {
      plain = Arrays.copyOf(plain, Math.max(length + size, 2 * plain.length));
    }
    BigEndian.putInt(plain, length, message.size());
    message.writeTo(plain, length + LENGTH);
    length += size;
    messages++;
    this.id = id;
    if (messages == mostMessages) {
      complete(outlet);
    }
  }

  @Override
  public void complete(Outlet outlet) {
    if (messages == 0) {
      return;
    }
    compressed.reset();
    if (!compression.isNone()) {
      compression.compress(plain, length, compressed);
    }
    // What hardly shrinks may grow, and what would not fit into a frame is better left as it is.
    boolean isCompressed =
        !compression.isNone() && HEAD + compressed.size() <= outlet.largestEntry();
    write(
        outlet,
        isCompressed ? compression.code() : 0,
        isCompressed ? compressed.bytes() : plain,
        isCompressed ? compressed.size() : length);
    length = 0;
    messages = 0;
    if (plain.length > Math.max(FIRST_BYTES, MOST_IDLE_BYTES / Math.max(1, outlets.getAsInt()))) {
      plain = new byte[FIRST_BYTES];
    }
  }

  @Override
  public int keptBack() {
    return length;
  }

  private void write(Outlet outlet, int code, byte[] data, int dataLength) {
    Batch batch = outlet.batchFor(HEAD + dataLength);
    int at = batch.begin(HEAD + dataLength);
    byte[] bytes = batch.bytes();
    BigEndian.putLong(bytes, at, id);
    bytes[at + ID] = (byte) (PACKED | code << COMPRESSION_SHIFT);
    at += ID + Byte.BYTES;
    BigEndian.putShort(bytes, at, messages);
    BigEndian.putInt(bytes, at + Short.BYTES, length);
    BigEndian.putInt(bytes, at + Short.BYTES + LENGTH, dataLength);
    System.arraycopy(data, 0, bytes, at + Short.BYTES + LENGTH + LENGTH, dataLength);
    batch.end(id, messages);
  }

  /** Gives its bytes without a copy. */
  static final class Compressed extends ByteArrayOutputStream {
    byte[] bytes() {
      return buf;
    }
  }
}
