package org.sparkrabbit.rows;

import java.util.Arrays;
import java.util.HexFormat;

/** Encoded messages for tests, which lie in the middle of a larger array as they do in a chunk. */
final class Wire {
  static final String STREAM = "orders";
  static final long OFFSET = 42;
  static final long CHUNK_MILLIS = 1_700_000_000_123L;
  private static final int MARGIN = 10;

  private Wire() {}

  /** Digits and spaces, as `0053 75`; text stands between apostrophes. */
  static byte[] bytes(String hex) {
    StringBuilder digits = new StringBuilder();
    String[] parts = hex.split("'", -1);
    for (int part = 0; part < parts.length; part++) {
      digits.append(
          part % 2 == 0
              ? parts[part].replace(" ", "")
              : HexFormat.of().formatHex(parts[part].getBytes()));
    }
    return HexFormat.of().parseHex(digits);
  }

  /** A small list of elements that are told as {@link #bytes} takes them. */
  static String list(String... elements) {
    return compound("c0", elements);
  }

  /** A small map of keys and values, in turns. */
  static String map(String... elements) {
    return compound("c1", elements);
  }

  private static String compound(String form, String... elements) {
    String content = String.join(" ", elements);
    return "%s %02x %02x %s".formatted(form, bytes(content).length + 1, elements.length, content);
  }

  static MessageView view(byte[] message) {
    MessageView view = new MessageView(STREAM);
    moveTo(view, message);
    return view;
  }

  static void moveTo(MessageView view, byte[] message) {
    byte[] chunk = new byte[message.length + 2 * MARGIN];
    Arrays.fill(chunk, (byte) 0x7f);
    System.arraycopy(message, 0, chunk, MARGIN, message.length);
    view.moveTo(chunk, MARGIN, MARGIN + message.length, OFFSET, CHUNK_MILLIS);
  }
}
