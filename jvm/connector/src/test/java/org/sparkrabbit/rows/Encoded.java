package org.sparkrabbit.rows;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A value in one of its encodings: its text by our rules, and the object that clients decode it to.
 * What they do not decode alike, or not at all, has no object to compare.
 */
record Encoded(byte[] bytes, String text, Object object, boolean isComparable) {
  static Encoded of(byte[] bytes, String text, Object object) {
    return new Encoded(bytes, text, object, true);
  }

  static Encoded alone(byte[] bytes, String text) {
    return new Encoded(bytes, text, null, false);
  }

  static Encoded nothing() {
    return of(bytes(0x40), null, null);
  }

  /** Text or bytes with the size before them in one byte or in four. */
  static byte[] variable(int smallForm, boolean isSmall, byte[] content) {
    return isSmall
        ? join(bytes(smallForm, content.length), content)
        : join(bytes(smallForm + 0x10), ofInt(content.length), content);
  }

  /** A list or map, with size and count in one byte or in four. */
  static byte[] compound(int smallForm, boolean isSmall, int count, byte[] content) {
    return isSmall
        ? join(bytes(smallForm, content.length + 1, count), content)
        : join(bytes(smallForm + 0x10), ofInt(content.length + 4), ofInt(count), content);
  }

  static boolean fitsSmall(int count, byte[] content) {
    return count <= 255 && content.length < 255;
  }

  static byte[] joined(List<byte[]> parts) {
    return join(parts.toArray(byte[][]::new));
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      joined.writeBytes(part);
    }
    return joined.toByteArray();
  }

  static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int index = 0; index < values.length; index++) {
      bytes[index] = (byte) values[index];
    }
    return bytes;
  }

  static byte[] ofShort(int value) {
    return ByteBuffer.allocate(2).putShort((short) value).array();
  }

  static byte[] ofInt(int value) {
    return ByteBuffer.allocate(4).putInt(value).array();
  }

  static byte[] ofLong(long value) {
    return ByteBuffer.allocate(8).putLong(value).array();
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
