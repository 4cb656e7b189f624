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
 *
 * <p>Nearly all messages of a stream have the same keys in the same order. They are kept, and only
 * compared from then on.
 */
final class AmqpMap {
  private static final int FEW = 16;

  private final AmqpCursor cursor = new AmqpCursor();
  private final Scratch keys = new Scratch();
  private int[] keyStarts = new int[FEW];
  private int[] keyLengths = new int[FEW];
  private int[] values = new int[FEW];
  private int size;
  private Map<ByteBuffer, Integer> places;

  /** The keys as they were encoded, one behind the other, and where each ends. */
  private final Scratch encoded = new Scratch();

  private int[] encodedEnds = new int[FEW];
  private int edition;
  private boolean isRepeatable;

  int size() {
    return size;
  }

  /** As long as this number stays the same, so do the keys. */
  int edition() {
    return edition;
  }

  byte[] keyBytes() {
    return keys.bytes();
  }

  int keyStart(int entry) {
    return keyStarts[entry];
  }

  int keyLength(int entry) {
    return keyLengths[entry];
  }

  /** The entry with this key, or {@link AmqpFormat#ABSENT}. */
  int find(byte[] key) {
    for (int entry = 0; entry < size; entry++) {
      int start = keyStarts[entry];
      if (keyLengths[entry] == key.length
          && Arrays.equals(keys.bytes(), start, start + key.length, key, 0, key.length)) {
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
    int entries = cursor.moveTo(bytes, from, until).openMap();
    int start = cursor.position();
    if (!hasSameKeys(entries)) {
      cursor.moveTo(bytes, start, cursor.until());
      readKeys(entries);
    }
    cursor.requireEnd();
  }

  private boolean hasSameKeys(int entries) {
    if (!isRepeatable || entries != size) {
      return false;
    }
    int start = 0;
    for (int entry = 0; entry < entries; entry++) {
      int end = encodedEnds[entry];
      if (!cursor.skip(encoded.bytes(), start, end - start)) {
        return false;
      }
      values[entry] = cursor.position();
      cursor.skipValue();
      start = end;
    }
    return true;
  }

  private void readKeys(int entries) {
    size = 0;
    isRepeatable = false;
    edition++;
    keys.clear();
    encoded.clear();
    places = null;
    reserve(entries);
    for (int entry = 0; entry < entries; entry++) {
      int start = cursor.position();
      readKey();
      encoded.put(cursor.bytes(), start, cursor.position() - start);
      encodedEnds[entry] = encoded.length();
      values[size] = cursor.position();
      cursor.skipValue();
      addOrReplace();
    }
    places = null;
    isRepeatable = size == entries;
  }

  private void reserve(int entries) {
    if (entries > values.length) {
      keyStarts = new int[entries];
      keyLengths = new int[entries];
      values = new int[entries];
      encodedEnds = new int[entries];
    }
  }

  private void readKey() {
    int form = cursor.nextByte();
    int start = keys.length();
    switch (form) {
      case STRING_8, STRING_32, SYMBOL_8, SYMBOL_32 -> {
        int length = cursor.nextSize(form);
        keys.put(cursor.bytes(), cursor.take(length), length);
      }
      default -> ScalarText.append(form, cursor, keys);
    }
    keyStarts[size] = start;
    keyLengths[size] = keys.length() - start;
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
                keys.bytes(),
                keyStarts[one],
                keyStarts[one] + keyLengths[one],
                keys.bytes(),
                keyStarts[other],
                keyStarts[other] + keyLengths[other]);
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

  /** Where more is added than there is room for, an array that holds a key stays as it is. */
  private ByteBuffer key(int entry) {
    return ByteBuffer.wrap(keys.bytes(), keyStarts[entry], keyLengths[entry]);
  }
}
