package org.sparkrabbit.rows;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/** The text of each primitive type of AMQP 1.0, in the order of the standard. */
final class ScalarText {
  private ScalarText() {}

  /** Appends the text of the value whose form was read already. */
  static void append(int form, AmqpCursor in, Scratch out) {
    switch (form) {
      case AmqpFormat.TRUE -> out.text("true");
      case AmqpFormat.FALSE -> out.text("false");
      case AmqpFormat.BOOLEAN -> out.text(truth(in.nextByte()) ? "true" : "false");
      case AmqpFormat.UBYTE, AmqpFormat.SMALL_UINT, AmqpFormat.SMALL_ULONG ->
          out.number(in.nextByte());
      case AmqpFormat.USHORT -> out.number(in.nextShort() & 0xffff);
      case AmqpFormat.UINT -> out.number(in.nextInt() & 0xffff_ffffL);
      case AmqpFormat.ULONG -> out.unsigned(in.nextLong());
      case AmqpFormat.UINT_0, AmqpFormat.ULONG_0 -> out.number(0);
      case AmqpFormat.BYTE, AmqpFormat.SMALL_INT, AmqpFormat.SMALL_LONG ->
          out.number((byte) in.nextByte());
      case AmqpFormat.SHORT -> out.number(in.nextShort());
      case AmqpFormat.INT -> out.number(in.nextInt());
      case AmqpFormat.LONG -> out.number(in.nextLong());
      case AmqpFormat.FLOAT -> out.text(Float.toString(Float.intBitsToFloat(in.nextInt())));
      case AmqpFormat.DOUBLE -> out.text(Double.toString(Double.longBitsToDouble(in.nextLong())));
      case AmqpFormat.DECIMAL_32 -> decimal(AmqpDecimal.DECIMAL_32, in, out);
      case AmqpFormat.DECIMAL_64 -> decimal(AmqpDecimal.DECIMAL_64, in, out);
      case AmqpFormat.DECIMAL_128 -> decimal(AmqpDecimal.DECIMAL_128, in, out);
      case AmqpFormat.CHAR -> out.text(Character.toString(codePoint(in.nextInt())));
      case AmqpFormat.TIMESTAMP -> out.text(Instant.ofEpochMilli(in.nextLong()).toString());
      case AmqpFormat.UUID -> uuid(in, out);
      case AmqpFormat.BINARY_8, AmqpFormat.BINARY_32 -> binary(in.nextSize(form), in, out);
      case AmqpFormat.STRING_8, AmqpFormat.STRING_32, AmqpFormat.SYMBOL_8, AmqpFormat.SYMBOL_32 -> {
        int size = in.nextSize(form);
        out.put(in.bytes(), in.take(size), size);
      }
      default ->
          throw new MalformedMessageException("0x%02x is not a primitive value".formatted(form));
    }
  }

  private static boolean truth(int value) {
    if (value > 1) {
      throw new MalformedMessageException("0x%02x is neither true nor false".formatted(value));
    }
    return value == 1;
  }

  private static int codePoint(int value) {
    boolean isSurrogate = value >= Character.MIN_SURROGATE && value <= Character.MAX_SURROGATE;
    if (!Character.isValidCodePoint(value) || isSurrogate) {
      throw new MalformedMessageException("0x%x is not a character of Unicode".formatted(value));
    }
    return value;
  }

  private static void decimal(AmqpDecimal type, AmqpCursor in, Scratch out) {
    out.text(type.text(in.bytes(), in.take(type.width)));
  }

  private static void uuid(AmqpCursor in, Scratch out) {
    int start = in.take(16);
    out.hex(in.bytes(), start, 4);
    for (int group = start + 4; group < start + 10; group += 2) {
      out.put('-');
      out.hex(in.bytes(), group, 2);
    }
    out.put('-');
    out.hex(in.bytes(), start + 10, 6);
  }

  /** Clients that do not tell text from bytes send text as binary; what is no text is Base64. */
  private static void binary(int size, AmqpCursor in, Scratch out) {
    int start = in.take(size);
    byte[] content = Arrays.copyOfRange(in.bytes(), start, start + size);
    String text = new String(content, StandardCharsets.UTF_8);
    boolean isText =
        text.indexOf('\ufffd') < 0 || Arrays.equals(text.getBytes(StandardCharsets.UTF_8), content);
    byte[] shown = isText ? content : Base64.getEncoder().encode(content);
    out.put(shown, 0, shown.length);
  }
}
