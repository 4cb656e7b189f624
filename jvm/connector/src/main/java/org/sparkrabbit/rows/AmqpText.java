package org.sparkrabbit.rows;

import static org.sparkrabbit.rows.AmqpFormat.BINARY_32;
import static org.sparkrabbit.rows.AmqpFormat.BINARY_8;
import static org.sparkrabbit.rows.AmqpFormat.DESCRIBED;
import static org.sparkrabbit.rows.AmqpFormat.NULL;
import static org.sparkrabbit.rows.AmqpFormat.STRING_32;
import static org.sparkrabbit.rows.AmqpFormat.STRING_8;
import static org.sparkrabbit.rows.AmqpFormat.SYMBOL_32;
import static org.sparkrabbit.rows.AmqpFormat.SYMBOL_8;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A value as text. Strings and symbols are found where they lie in the message; the text of all
 * else is made here, and holds until the next value is read.
 */
final class AmqpText {
  private final Scratch made = new Scratch();
  private final CompoundText compound = new CompoundText(made);

  private byte[] bytes;
  private int start;
  private int length;

  /** Reads the next value and steps over it; false if it is null. */
  boolean read(AmqpCursor in) {
    int form = in.nextByte();
    for (int depth = 0; form == DESCRIBED; depth++) {
      AmqpCursor.requireShallow(depth);
      in.skipValue();
      form = in.nextByte();
    }
    switch (form) {
      case STRING_8, STRING_32, SYMBOL_8, SYMBOL_32 -> placeContent(form, in);
      case NULL -> {
        return false;
      }
      default -> make(form, in);
    }
    return true;
  }

  /** Reads the next value, which must be binary or text, as its bytes. */
  void readBytes(AmqpCursor in) {
    int form = in.nextByte();
    switch (form) {
      case BINARY_8, BINARY_32, STRING_8, STRING_32, SYMBOL_8, SYMBOL_32 -> placeContent(form, in);
      default -> throw new MalformedMessageException("0x%02x is not binary".formatted(form));
    }
  }

  private void placeContent(int form, AmqpCursor in) {
    int size = in.nextSize(form);
    place(in.bytes(), in.take(size), size);
  }

  private void make(int form, AmqpCursor in) {
    made.clear();
    if (CompoundText.isCompound(form)) {
      compound.append(form, in);
    } else {
      ScalarText.append(form, in, made);
    }
    place(made.bytes(), 0, made.length());
  }

  private void place(byte[] holder, int from, int size) {
    if (bytes != holder) { // A store costs more: ADR 0017.
      bytes = holder;
    }
    start = from;
    length = size;
  }

  byte[] bytes() {
    return bytes;
  }

  int start() {
    return start;
  }

  int length() {
    return length;
  }

  /** Reads the next value into a row, where it is null if it is null. */
  void write(AmqpCursor in, Slots out, int ordinal) {
    int form = in.peek();
    if (form == STRING_8 || form == SYMBOL_8) {
      // Nearly all texts: they go straight there.
      in.nextByte();
      int size = in.nextByte();
      out.set(ordinal, in.bytes(), in.take(size), size);
    } else if (read(in)) {
      write(out, ordinal);
    } else {
      out.setNull(ordinal);
    }
  }

  void write(Slots out, int ordinal) {
    out.set(ordinal, bytes, start, length);
  }

  byte[] copy() {
    return Arrays.copyOfRange(bytes, start, start + length);
  }

  @Override
  public String toString() {
    return new String(bytes, start, length, StandardCharsets.UTF_8);
  }
}
