package org.sparkrabbit.rows;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/** Bytes that grow as they are written, and are used again for the next row. */
final class Scratch {
  private static final int EIGHT_DIGITS = 100_000_000;
  private static final long ZEROS = 0x3030_3030_3030_3030L;

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
    if (value < 0 || value >= EIGHT_DIGITS) {
      unsigned(Long.divideUnsigned(value, EIGHT_DIGITS));
      putLong(ZEROS | eightDigits(Long.remainderUnsigned(value, EIGHT_DIGITS)));
      return;
    }
    long digits = eightDigits(value);
    int leading = Math.min(Long.BYTES - 1, Long.numberOfLeadingZeros(digits) / Byte.SIZE);
    putLong((ZEROS | digits) << leading * Byte.SIZE);
    shrink(leading);
  }

  /**
   * One digit in each byte. The number is divided in halves, side by side in one word: by four
   * digits, then both by two, then all four by one. Dividing is multiplying and shifting here,
   * exact for the few digits that it is done with.
   */
  private static long eightDigits(long value) {
    long high = value / 10_000;
    long fours = high << 32 | value - high * 10_000;
    long hundreds = fours * 5243 >>> 19 & 0x0000_007f_0000_007fL;
    long twos = hundreds << 16 | fours - hundreds * 100;
    long tens = twos * 103 >>> 10 & 0x000f_000f_000f_000fL;
    return tens << 8 | twos - tens * 10;
  }

  void hex(byte[] source, int from, int size) {
    for (int at = from; at < from + size; at++) {
      put(HEX[source[at] >> 4 & 0xf]);
      put(HEX[source[at] & 0xf]);
    }
  }
}
