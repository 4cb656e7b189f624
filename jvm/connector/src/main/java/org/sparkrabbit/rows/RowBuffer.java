package org.sparkrabbit.rows;

import java.util.Arrays;
import org.apache.spark.unsafe.Platform;

/**
 * The bytes of a row in Spark's format: whole words, written to the end, used again for the next.
 * Words are read and written as Spark does it, without a check: only where {@link #claim} has made
 * room.
 */
final class RowBuffer {
  private static final int INITIAL_CAPACITY = 1024;
  private static final int LARGEST_CAPACITY = Integer.MAX_VALUE - 15;
  private static final int FEW = 32;

  /** What keeps so many bytes of a word, the first in memory. */
  private static final long[] FIRST_BYTES = new long[Long.BYTES];

  static {
    byte[] kept = new byte[Long.BYTES];
    for (int count = 0; count < Long.BYTES; count++) {
      FIRST_BYTES[count] = wordAt(kept, 0);
      kept[count] = -1;
    }
  }

  private byte[] bytes = new byte[INITIAL_CAPACITY];
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

  /** Makes room for so many bytes, which hold anything, and tells where they begin. */
  int claim(int size) {
    if (size < 0 || size > LARGEST_CAPACITY - length) {
      throw new ArithmeticException("a row is larger than an array can be");
    }
    int start = length;
    int needed = length + size;
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(LARGEST_CAPACITY, needed + (long) needed));
    }
    length = needed;
    return start;
  }

  long word(int position) {
    return wordAt(bytes, position);
  }

  void setWord(int position, long value) {
    Platform.putLong(bytes, Platform.BYTE_ARRAY_OFFSET + (long) position, value);
  }

  private static long wordAt(byte[] holder, int position) {
    return Platform.getLong(holder, Platform.BYTE_ARRAY_OFFSET + (long) position);
  }

  /** Words of zeros. */
  void clear(int from, int until) {
    for (int at = from; at < until; at += Long.BYTES) {
      setWord(at, 0);
    }
  }

  /** Appends bytes, and zeros up to a whole word. */
  void append(byte[] source, int from, int size) {
    int padded = Math.addExact(size, Long.BYTES - 1) & -Long.BYTES;
    int start = claim(padded);
    if (size <= FEW && source.length - from >= padded) {
      copyWords(source, from, start, size);
      return;
    }
    if (padded != size) {
      setWord(start + padded - Long.BYTES, 0);
    }
    System.arraycopy(source, from, bytes, start, size);
  }

  /** What costs less for a few bytes: whole words, of which the last has some bytes too many. */
  private void copyWords(byte[] source, int from, int start, int size) {
    int whole = size & -Long.BYTES;
    for (int at = 0; at < whole; at += Long.BYTES) {
      setWord(start + at, wordAt(source, from + at));
    }
    if (whole != size) {
      setWord(start + whole, wordAt(source, from + whole) & FIRST_BYTES[size - whole]);
    }
  }
}
