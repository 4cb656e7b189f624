package org.sparkrabbit.rows;

import static org.sparkrabbit.rows.AmqpFormat.ARRAY_32;
import static org.sparkrabbit.rows.AmqpFormat.ARRAY_8;
import static org.sparkrabbit.rows.AmqpFormat.DESCRIBED;
import static org.sparkrabbit.rows.AmqpFormat.LIST_0;
import static org.sparkrabbit.rows.AmqpFormat.LIST_32;
import static org.sparkrabbit.rows.AmqpFormat.LIST_8;
import static org.sparkrabbit.rows.AmqpFormat.MAP_32;
import static org.sparkrabbit.rows.AmqpFormat.MAP_8;
import static org.sparkrabbit.rows.AmqpFormat.NULL;
import static org.sparkrabbit.rows.AmqpFormat.intAt;
import static org.sparkrabbit.rows.AmqpFormat.longAt;
import static org.sparkrabbit.rows.AmqpFormat.shortAt;

import java.util.Arrays;

/** Steps over encoded values without ever leaving the message. One object is moved along many. */
final class AmqpCursor {
  /** Far more than any client writes, and far less than a thread's stack takes. */
  static final int DEEPEST_NESTING = 32;

  private byte[] bytes;
  private int until;
  private int position;

  AmqpCursor moveTo(byte[] holder, int from, int end) {
    if (bytes != holder) { // A store costs more: ADR 0017.
      bytes = holder;
    }
    position = from;
    until = end;
    return this;
  }

  byte[] bytes() {
    return bytes;
  }

  int position() {
    return position;
  }

  int until() {
    return until;
  }

  boolean hasMore() {
    return position < until;
  }

  int nextByte() {
    if (position >= until) {
      throw tooLong();
    }
    return bytes[position++] & 0xff;
  }

  /** The byte that comes next, without stepping over it; negative if there is none. */
  int peek() {
    return position < until ? bytes[position] & 0xff : -1;
  }

  int nextShort() {
    return shortAt(bytes, take(Short.BYTES));
  }

  int nextInt() {
    return intAt(bytes, take(Integer.BYTES));
  }

  long nextLong() {
    return longAt(bytes, take(Long.BYTES));
  }

  /** The size that follows a form: those of the lower half write it in one byte. */
  int nextSize(int form) {
    boolean isSmall = (form >> 4 & 1) == 0;
    return isSmall ? nextByte() : nextInt();
  }

  /** Steps over so many bytes, and tells where they begin. */
  int take(int width) {
    if (width < 0 || width > until - position) {
      throw tooLong();
    }
    int start = position;
    position += width;
    return start;
  }

  private static MalformedMessageException tooLong() {
    return new MalformedMessageException("a value is longer than what holds it");
  }

  boolean skipNull() {
    if (position < until && bytes[position] == NULL) {
      position++;
      return true;
    }
    return false;
  }

  /** Steps over these bytes, if they come next. */
  boolean skip(byte[] expected, int from, int size) {
    boolean isNext =
        size <= until - position
            && Arrays.equals(bytes, position, position + size, expected, from, from + size);
    position += isNext ? size : 0;
    return isNext;
  }

  void skipValue() {
    skipValue(0);
  }

  private void skipValue(int depth) {
    int form = nextByte();
    if (form == DESCRIBED) {
      requireShallow(depth);
      skipValue(depth + 1);
      skipValue(depth + 1);
    } else {
      skipContent(form);
    }
  }

  static void requireShallow(int depth) {
    if (depth >= DEEPEST_NESTING) {
      throw new MalformedMessageException("values are nested too deeply");
    }
  }

  /** The high half of a form tells the width of what follows, or how its size is written. */
  private void skipContent(int form) {
    switch (form >> 4) {
      case 0x4 -> {}
      case 0x5 -> take(1);
      case 0x6 -> take(2);
      case 0x7 -> take(4);
      case 0x8 -> take(8);
      case 0x9 -> take(16);
      case 0xa, 0xb, 0xc, 0xd, 0xe, 0xf -> take(nextSize(form));
      default ->
          throw new MalformedMessageException("0x%02x does not begin a value".formatted(form));
    }
  }

  /** Steps into a list, whose end becomes that of the cursor, and gives its number of elements. */
  int openList() {
    int form = nextByte();
    if (form != LIST_0 && form != LIST_8 && form != LIST_32) {
      throw new MalformedMessageException("0x%02x does not begin a list".formatted(form));
    }
    return open(form);
  }

  /** Steps into a map, whose end becomes that of the cursor, and gives its number of entries. */
  int openMap() {
    int form = nextByte();
    if (form != MAP_8 && form != MAP_32) {
      throw new MalformedMessageException("0x%02x does not begin a map".formatted(form));
    }
    return open(form) / 2;
  }

  /** Steps into a list, map or array after its form; gives the number of elements that it tells. */
  int open(int form) {
    if (form == LIST_0) {
      until = position;
      return 0;
    }
    int size = nextSize(form);
    int start = take(size);
    position = start;
    until = start + size;
    int elements = nextSize(form);
    boolean isArray = form == ARRAY_8 || form == ARRAY_32;
    if (elements < 0 || !isArray && elements > until - position) {
      throw new MalformedMessageException(
          "%s elements do not fit into %d bytes"
              .formatted(Integer.toUnsignedString(elements), size));
    }
    boolean isMap = form == MAP_8 || form == MAP_32;
    if (isMap && elements % 2 != 0) {
      throw new MalformedMessageException("a map has a key without a value");
    }
    return elements;
  }

  void requireEnd() {
    if (hasMore()) {
      throw new MalformedMessageException("a list, map or array is longer than its elements");
    }
  }
}
