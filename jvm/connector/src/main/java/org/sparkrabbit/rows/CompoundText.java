package org.sparkrabbit.rows;

/**
 * The text of lists, maps and arrays: JSON. Booleans and numbers stand bare in it, all else is
 * quoted. A described value is shown as its value alone.
 */
final class CompoundText {
  private final Scratch piece = new Scratch();
  private final Scratch out;

  CompoundText(Scratch out) {
    this.out = out;
  }

  static boolean isCompound(int form) {
    // The standard gives the highest forms to compounds, and one more to the empty list.
    return form >= AmqpFormat.LIST_8 || form == AmqpFormat.LIST_0;
  }

  void append(int form, AmqpCursor in) {
    value(form, in, 0);
  }

  private void value(int form, AmqpCursor in, int depth) {
    AmqpCursor.requireShallow(depth);
    switch (form) {
      case AmqpFormat.DESCRIBED -> {
        in.skipValue();
        value(in.nextByte(), in, depth + 1);
      }
      case AmqpFormat.NULL -> out.text("null");
      case AmqpFormat.LIST_0, AmqpFormat.LIST_8, AmqpFormat.LIST_32 -> list(form, in, depth);
      case AmqpFormat.MAP_8, AmqpFormat.MAP_32 -> map(form, in, depth);
      case AmqpFormat.ARRAY_8, AmqpFormat.ARRAY_32 -> array(form, in, depth);
      default -> scalar(form, in);
    }
  }

  private void list(int form, AmqpCursor outer, int depth) {
    AmqpCursor in = inside(outer);
    int elements = in.open(form);
    out.put('[');
    for (int element = 0; element < elements; element++) {
      separate(element);
      value(in.nextByte(), in, depth + 1);
    }
    out.put(']');
    leave(in, outer);
  }

  private void map(int form, AmqpCursor outer, int depth) {
    AmqpCursor in = inside(outer);
    int elements = in.open(form);
    out.put('{');
    for (int element = 0; element < elements; element += 2) {
      separate(element);
      piece.clear();
      ScalarText.append(in.nextByte(), in, piece);
      quote();
      out.put(':');
      value(in.nextByte(), in, depth + 1);
    }
    out.put('}');
    leave(in, outer);
  }

  private void array(int form, AmqpCursor outer, int depth) {
    AmqpCursor in = inside(outer);
    int elements = in.open(form);
    int elementForm = in.nextByte();
    if (elementForm == AmqpFormat.DESCRIBED) {
      in.skipValue();
      elementForm = in.nextByte();
    }
    if (elements > 0 && elementForm >> 4 == AmqpFormat.NULL >> 4) {
      // A few bytes could claim billions of them; RabbitMQ's own clients refuse them too.
      throw new MalformedMessageException("an array has elements that take no bytes");
    }
    out.put('[');
    for (int element = 0; element < elements; element++) {
      separate(element);
      value(elementForm, in, depth + 1);
    }
    out.put(']');
    leave(in, outer);
  }

  private static AmqpCursor inside(AmqpCursor outer) {
    return new AmqpCursor().moveTo(outer.bytes(), outer.position(), outer.until());
  }

  private static void leave(AmqpCursor inner, AmqpCursor outer) {
    inner.requireEnd();
    outer.take(inner.until() - outer.position());
  }

  private void separate(int element) {
    if (element > 0) {
      out.put(',');
    }
  }

  private void scalar(int form, AmqpCursor in) {
    piece.clear();
    ScalarText.append(form, in, piece);
    if (standsBare(form)) {
      out.put(piece.bytes(), 0, piece.length());
    } else {
      quote();
    }
  }

  /** JSON knows neither NaN nor infinity, so that numbers of these types show by their digits. */
  private boolean standsBare(int form) {
    return switch (form) {
      case AmqpFormat.CHAR,
          AmqpFormat.TIMESTAMP,
          AmqpFormat.UUID,
          AmqpFormat.BINARY_8,
          AmqpFormat.BINARY_32,
          AmqpFormat.STRING_8,
          AmqpFormat.STRING_32,
          AmqpFormat.SYMBOL_8,
          AmqpFormat.SYMBOL_32 ->
          false;
      case AmqpFormat.TRUE, AmqpFormat.FALSE, AmqpFormat.BOOLEAN -> true;
      default -> Character.isDigit(piece.bytes()[piece.length() - 1]);
    };
  }

  private void quote() {
    out.put('"');
    for (int at = 0; at < piece.length(); at++) {
      int value = piece.bytes()[at];
      if (value >= 0 && value < ' ') {
        out.text("\\u00");
        out.hex(piece.bytes(), at, 1);
      } else {
        if (value == '"' || value == '\\') {
          out.put('\\');
        }
        out.put(value);
      }
    }
    out.put('"');
  }
}
