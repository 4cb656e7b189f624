package org.sparkrabbit.rows;

import static org.sparkrabbit.rows.AmqpFormat.STRING_32;
import static org.sparkrabbit.rows.AmqpFormat.STRING_8;
import static org.sparkrabbit.rows.AmqpFormat.SYMBOL_32;
import static org.sparkrabbit.rows.AmqpFormat.SYMBOL_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The entries of an encoded map: the text of the keys, and where the values are. A key that comes
 * again replaces the value of the first one and keeps its place.
 */
final class AmqpMap {
  private static final int FEW = 16;

  private final AmqpCursor cursor = new AmqpCursor();
  private final Scratch madeKeys = new Scratch();
  private int[] keyStarts = new int[FEW];
  private int[] keyLengths = new int[FEW];
  private int[] values = new int[FEW];
  private int size;
  private Map<ByteBuffer, Integer> places;

  int size() {
    return size;
  }

  byte[] keyBytes(int entry) {
    return keyStarts[entry] < 0 ? madeKeys.bytes() : cursor.bytes();
  }

  /** Keys that are not text in the message are made elsewhere; their places count down from -1. */
  int keyStart(int entry) {
    int start = keyStarts[entry];
    return start < 0 ? ~start : start;
  }

  int keyLength(int entry) {
    return keyLengths[entry];
  }

  /** The entry with this key, or {@link AmqpFormat#ABSENT}. */
  int find(byte[] key) {
    for (int entry = 0; entry < size; entry++) {
      int start = keyStart(entry);
      if (keyLengths[entry] == key.length
          && Arrays.equals(keyBytes(entry), start, start + key.length, key, 0, key.length)) {
        return entry;
      }
    }
    return AmqpFormat.ABSENT;
  }

  /** A cursor at the value of an entry. */
  AmqpCursor value(int entry) {
    return cursor.moveTo(cursor.bytes(), values[entry], cursor.until());
  }

  /** Reads the map whose encoding begins at a position. */
  void read(byte[] bytes, int from, int until) {
    size = 0;
    madeKeys.clear();
    places = null;
    cursor.moveTo(bytes, from, until);
    int entries = cursor.openMap();
    reserve(entries);
    for (int entry = 0; entry < entries; entry++) {
      readKey();
      values[size] = cursor.position();
      cursor.skipValue();
      addOrReplace();
    }
    cursor.requireEnd();
  }

  private void reserve(int entries) {
    if (entries > values.length) {
      keyStarts = new int[entries];
      keyLengths = new int[entries];
      values = new int[entries];
    }
  }

  private void readKey() {
    int form = cursor.nextByte();
    switch (form) {
      case STRING_8, STRING_32, SYMBOL_8, SYMBOL_32 -> {
        keyLengths[size] = cursor.nextSize(form);
        keyStarts[size] = cursor.take(keyLengths[size]);
      }
      default -> {
        int start = madeKeys.length();
        ScalarText.append(form, cursor, madeKeys);
        keyLengths[size] = madeKeys.length() - start;
        keyStarts[size] = ~start;
      }
    }
  }

  private void addOrReplace() {
    int first = size < FEW ? searched() : lookedUp();
    if (first < size) {
      values[first] = values[size];
    } else {
      size++;
    }
  }

  /** The first entry with the key of the latest. */
  private int searched() {
    int entry = 0;
    while (!isSameKey(entry, size)) {
      entry++;
    }
    return entry;
  }

  private boolean isSameKey(int one, int other) {
    return one == other
        || keyLengths[one] == keyLengths[other]
            && Arrays.equals(
                keyBytes(one),
                keyStart(one),
                keyStart(one) + keyLengths[one],
                keyBytes(other),
                keyStart(other),
                keyStart(other) + keyLengths[other]);
  }

  /** The same, where a search would cost the square of the number of entries. */
  private int lookedUp() {
    if (places == null) {
      places = new HashMap<>();
      for (int entry = 0; entry < size; entry++) {
        places.put(key(entry), entry);
      }
    }
    Integer first = places.putIfAbsent(key(size), size);
    return first == null ? size : first;
  }

  private ByteBuffer key(int entry) {
    // What is made may move when more is made, so that it is copied.
    byte[] holder = keyBytes(entry);
    int start = keyStart(entry);
    int length = keyLengths[entry];
    return keyStarts[entry] >= 0
        ? ByteBuffer.wrap(holder, start, length)
        : ByteBuffer.wrap(Arrays.copyOfRange(holder, start, start + length));
  }
}
