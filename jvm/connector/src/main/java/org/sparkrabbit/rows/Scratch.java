package org.sparkrabbit.rows;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/** Bytes that grow as they are written, and are used again for the next row. */
final class Scratch {
  private static final int MOST_DIGITS = 20;
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes = new byte[256];
  private int length;

  void clear() {
    length = 0;
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** Makes room for so many bytes, and tells where they begin. */
  int claim(int size) {
    int start = length;
    int needed = Math.addExact(length, size);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, needed + (long) length));
    }
    length = needed;
    return start;
  }

  /** Takes back what was claimed last. */
  void shrink(int size) {
    length -= size;
  }

  void put(int value) {
    int start = claim(1);
    bytes[start] = (byte) value;
  }

  void set(int position, int value) {
    bytes[position] = (byte) value;
  }

  void putInt(int value) {
    int start = claim(Integer.BYTES);
    AmqpFormat.putInt(bytes, start, value);
  }

  void putLong(long value) {
    int start = claim(Long.BYTES);
    AmqpFormat.putLong(bytes, start, value);
  }

  void put(byte[] source, int from, int size) {
    int start = claim(size);
    System.arraycopy(source, from, bytes, start, size);
  }

  void put(UTF8String source) {
    int start = claim(source.numBytes());
    source.writeToMemory(bytes, Platform.BYTE_ARRAY_OFFSET + (long) start);
  }

  void text(String text) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    put(encoded, 0, encoded.length);
  }

  void number(long value) {
    if (value < 0) {
      put('-');
    }
    unsigned(Math.abs(value));
  }

  void unsigned(long value) {
    if (value < 0) {
      text(Long.toUnsignedString(value));
      return;
    }
    int start = claim(MOST_DIGITS);
    int at = start + MOST_DIGITS;
    long rest = value;
    do {
      bytes[--at] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest != 0);
    int digits = start + MOST_DIGITS - at;
    System.arraycopy(bytes, at, bytes, start, digits);
    shrink(MOST_DIGITS - digits);
  }

  void hex(byte[] source, int from, int size) {
    for (int at = from; at < from + size; at++) {
      put(HEX[source[at] >> 4 & 0xf]);
      put(HEX[source[at] & 0xf]);
    }
  }
}
