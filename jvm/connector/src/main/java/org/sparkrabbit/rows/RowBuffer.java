package org.sparkrabbit.rows;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The bytes of a row in Spark's format: whole words, written to the end, used again for the next.
 */
final class RowBuffer {
  private static final int INITIAL_CAPACITY = 1024;
  private static final int LARGEST_CAPACITY = Integer.MAX_VALUE - 15;

  private static final int FEW = 32;

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /** What keeps so many bytes of a word, the first in memory. */
  private static final long[] FIRST_BYTES = new long[Long.BYTES];

  static {
    byte[] kept = new byte[Long.BYTES];
    for (int count = 0; count < Long.BYTES; count++) {
      FIRST_BYTES[count] = (long) WORD.get(kept, 0);
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
    int start = length;
    int needed = Math.addExact(length, size);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(LARGEST_CAPACITY, needed + (long) needed));
    }
    length = needed;
    return start;
  }

  long word(int position) {
    return (long) WORD.get(bytes, position);
  }

  void setWord(int position, long value) {
    WORD.set(bytes, position, value);
  }

  void clear(int from, int until) {
    Arrays.fill(bytes, from, until, (byte) 0);
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
      setWord(start + at, (long) WORD.get(source, from + at));
    }
    if (whole != size) {
      setWord(start + whole, (long) WORD.get(source, from + whole) & FIRST_BYTES[size - whole]);
    }
  }
}
