package org.sparkrabbit.rows;

import static org.sparkrabbit.rows.AmqpFormat.DESCRIBED;
import static org.sparkrabbit.rows.AmqpFormat.intAt;

/** Steps over encoded values without ever leaving the message. */
final class AmqpCursor {
  private static final int DEEPEST_DESCRIPTOR = 32;

  private final byte[] bytes;
  private final int until;
  private int position;

  AmqpCursor(byte[] bytes, int from, int until) {
    this.bytes = bytes;
    this.position = from;
    this.until = until;
  }

  boolean hasMore() {
    return position < until;
  }

  int position() {
    return position;
  }

  int nextByte() throws MalformedMessageException {
    int at = position;
    advance(1);
    return bytes[at] & 0xff;
  }

  long nextLong() throws MalformedMessageException {
    int at = position;
    advance(8);
    return (long) intAt(bytes, at) << 32 | intAt(bytes, at + 4) & 0xffff_ffffL;
  }

  /** The high half of a constructor tells the width of what follows, or how its size is written. */
  void skipValue() throws MalformedMessageException {
    skipValue(0);
  }

  private void skipValue(int depth) throws MalformedMessageException {
    int constructor = nextByte();
    if (constructor == DESCRIBED) {
      if (depth == DEEPEST_DESCRIPTOR) {
        throw new MalformedMessageException("descriptors are nested too deeply");
      }
      skipValue(depth + 1);
      skipValue(depth + 1);
      return;
    }
    switch (constructor >> 4) {
      case 0x4 -> advance(0);
      case 0x5 -> advance(1);
      case 0x6 -> advance(2);
      case 0x7 -> advance(4);
      case 0x8 -> advance(8);
      case 0x9 -> advance(16);
      case 0xa, 0xc, 0xe -> advance(nextByte());
      case 0xb, 0xd, 0xf -> advance(nextSize());
      default ->
          throw new MalformedMessageException(
              "0x%02x does not begin a value".formatted(constructor));
    }
  }

  private int nextSize() throws MalformedMessageException {
    int at = position;
    advance(4);
    return intAt(bytes, at);
  }

  private void advance(int width) throws MalformedMessageException {
    if (width < 0 || width > until - position) {
      throw new MalformedMessageException("a value is longer than its message");
    }
    position += width;
  }
}
