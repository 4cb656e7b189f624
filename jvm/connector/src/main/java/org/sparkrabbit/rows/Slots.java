package org.sparkrabbit.rows;

/**
 * The values of a row, of a struct in it, or of an array: a bit for each that is null, then a word
 * for each, which holds the value or tells where behind the words it is. An array tells its size
 * before.
 */
final class Slots {
  private static final int BITS = Long.SIZE;

  private final RowBuffer buffer;
  private final int head;
  private int base;
  private int nulls;
  private int words;

  private Slots(RowBuffer buffer, int head) {
    this.buffer = buffer;
    this.head = head;
  }

  static Slots ofStruct(RowBuffer buffer) {
    return new Slots(buffer, 0);
  }

  static Slots ofArray(RowBuffer buffer) {
    return new Slots(buffer, Long.BYTES);
  }

  RowBuffer buffer() {
    return buffer;
  }

  /** Begins at the end of the buffer, with so many values, none of them null, all to be set. */
  void begin(int count) {
    int nullBytes = (count + BITS - 1) / BITS * Long.BYTES;
    base = buffer.claim(head + nullBytes + count * Long.BYTES);
    nulls = base + head;
    words = nulls + nullBytes;
    if (head > 0) {
      buffer.setWord(base, count);
    }
    // Nearly always one word, or none; a loop over them costs more than they do.
    if (count > 0) {
      buffer.setWord(nulls, 0);
    }
    if (count > BITS) {
      buffer.clear(nulls + Long.BYTES, words);
    }
  }

  /** The same with values that are zero until they are set. */
  void beginWithZeros(int count) {
    begin(count);
    buffer.clear(words, words + count * Long.BYTES);
  }

  /** Marks those of at most 64 values as null that these bits name, and that are zero. */
  void setNulls(long bits) {
    buffer.setWord(nulls, nulls() | bits);
  }

  /** The marks of at most 64 values. */
  long nulls() {
    return buffer.word(nulls);
  }

  void setNull(int index) {
    int at = nulls + index / BITS * Long.BYTES;
    buffer.setWord(at, buffer.word(at) | 1L << index % BITS);
    buffer.setWord(words + index * Long.BYTES, 0);
  }

  void set(int index, long value) {
    buffer.setWord(words + index * Long.BYTES, value);
  }

  void set(int index, byte[] source, int from, int size) {
    place(index, buffer.length(), size);
    buffer.append(source, from, size);
  }

  /** All that was appended since the buffer had this length is the value. */
  void enclose(int index, int previousLength) {
    place(index, previousLength, buffer.length() - previousLength);
  }

  private void place(int index, int at, int size) {
    set(index, (long) (at - base) << Integer.SIZE | size);
  }
}
