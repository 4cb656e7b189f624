package org.sparkrabbit.rows;

import static org.sparkrabbit.rows.AmqpFormat.SMALL_TO_LARGE;

import org.apache.spark.unsafe.types.UTF8String;

/** Writes values in the smallest form that holds them. */
final class AmqpEncoder {
  private static final int LARGEST_SMALL_SIZE = 255;
  private static final int SMALL_HEAD = 3;
  private static final int LARGE_HEAD = 9;

  private final Scratch out = new Scratch();

  Scratch encoded() {
    return out;
  }

  void section(int code) {
    out.put(AmqpFormat.DESCRIBED);
    out.put(AmqpFormat.SMALL_ULONG);
    out.put(code);
  }

  void nothing() {
    out.put(AmqpFormat.NULL);
  }

  void string(UTF8String text) {
    variable(AmqpFormat.STRING_8, text);
  }

  /** The standard has ASCII in mind; RabbitMQ itself puts the UTF-8 of header names here. */
  void symbol(UTF8String text) {
    variable(AmqpFormat.SYMBOL_8, text);
  }

  void binary(UTF8String bytes) {
    variable(AmqpFormat.BINARY_8, bytes);
  }

  void timestamp(long millis) {
    out.put(AmqpFormat.TIMESTAMP);
    out.putLong(millis);
  }

  void uint(int value) {
    if (value == 0) {
      out.put(AmqpFormat.UINT_0);
    } else if ((value & 0xff) == value) {
      out.put(AmqpFormat.SMALL_UINT);
      out.put(value);
    } else {
      out.put(AmqpFormat.UINT);
      out.putInt(value);
    }
  }

  private void variable(int smallForm, UTF8String content) {
    head(out, smallForm, content.numBytes());
    out.put(content);
  }

  /** What stands before a binary, string or symbol. */
  static void head(Scratch out, int smallForm, int size) {
    if (size <= LARGEST_SMALL_SIZE) {
      out.put(smallForm);
      out.put(size);
    } else {
      out.put(smallForm + SMALL_TO_LARGE);
      out.putInt(size);
    }
  }

  /** Begins a list or map, and tells where; {@link #close} writes its head. */
  int open() {
    return out.claim(SMALL_HEAD);
  }

  void close(int start, int smallForm, int elements) {
    int size = out.length() - start - SMALL_HEAD;
    if (elements == 0 && smallForm == AmqpFormat.LIST_8) {
      out.shrink(SMALL_HEAD);
      out.put(AmqpFormat.LIST_0);
    } else if (size + 1 <= LARGEST_SMALL_SIZE && elements <= LARGEST_SMALL_SIZE) {
      out.set(start, smallForm);
      out.set(start + 1, size + 1);
      out.set(start + 2, elements);
    } else {
      widen(start, size);
      out.set(start, smallForm + SMALL_TO_LARGE);
      AmqpFormat.putInt(out.bytes(), start + 1, Math.addExact(size, Integer.BYTES));
      AmqpFormat.putInt(out.bytes(), start + 5, elements);
    }
  }

  private void widen(int start, int size) {
    out.claim(LARGE_HEAD - SMALL_HEAD);
    System.arraycopy(out.bytes(), start + SMALL_HEAD, out.bytes(), start + LARGE_HEAD, size);
  }
}
