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

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

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
    if (padded != size) {
      setWord(start + padded - Long.BYTES, 0);
    }
    System.arraycopy(source, from, bytes, start, size);
  }
}
