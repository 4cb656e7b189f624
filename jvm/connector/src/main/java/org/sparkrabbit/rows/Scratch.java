package org.sparkrabbit.rows;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/** Bytes that grow as they are written, and are used again for the next row. */
final class Scratch {
  /** Of a positive long. */
  private static final int MOST_DIGITS = 19;

  private static final short[] TWO_DIGITS = new short[100];

  static {
    for (int number = 0; number < TWO_DIGITS.length; number++) {
      TWO_DIGITS[number] = (short) ('0' + number / 10 << Byte.SIZE | '0' + number % 10);
    }
  }

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
    int digits = 1;
    for (long power = 10; digits < MOST_DIGITS && value >= power; power *= 10) {
      digits++;
    }
    int start = claim(digits);
    int at = start + digits;
    long rest = value;
    for (; rest > Integer.MAX_VALUE; rest /= 10) {
      bytes[--at] = (byte) ('0' + rest % 10);
    }
    // Numbers are mostly small, and dividing these costs less.
    int small = (int) rest;
    for (; small >= 100; small /= 100) {
      at -= 2;
      AmqpFormat.putShort(bytes, at, TWO_DIGITS[small % 100]);
    }
    for (; at > start; small /= 10) {
      bytes[--at] = (byte) ('0' + small % 10);
    }
  }

  void hex(byte[] source, int from, int size) {
    for (int at = from; at < from + size; at++) {
      put(HEX[source[at] >> 4 & 0xf]);
      put(HEX[source[at] & 0xf]);
    }
  }
}
