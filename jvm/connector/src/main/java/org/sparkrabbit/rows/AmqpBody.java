package org.sparkrabbit.rows;

import static org.sparkrabbit.rows.AmqpFormat.BINARY_32;
import static org.sparkrabbit.rows.AmqpFormat.BINARY_8;
import static org.sparkrabbit.rows.AmqpFormat.DATA;
import static org.sparkrabbit.rows.AmqpFormat.SEQUENCE;
import static org.sparkrabbit.rows.AmqpFormat.STRING_32;
import static org.sparkrabbit.rows.AmqpFormat.STRING_8;
import static org.sparkrabbit.rows.AmqpFormat.VALUE;

import java.util.Arrays;

/**
 * The body of a message, in place. Data sections give their bytes; an AMQP value that is binary or
 * string gives its bytes; any other body gives its AMQP encoding. Several sections are joined.
 */
final class AmqpBody {
  private byte[] bytes = new byte[0];
  private int start;
  private int end;
  private boolean isOurs;
  private boolean isFound;

  /** The array that holds the body: the message's own, or a fresh one for joined sections. */
  byte[] bytes() {
    return bytes;
  }

  int start() {
    return start;
  }

  int length() {
    return end - start;
  }

  byte[] copy() {
    return Arrays.copyOfRange(bytes, start, end);
  }

  void clear() {
    start = 0;
    end = 0;
    isOurs = false;
    isFound = false;
  }

  void place(byte[] holder, int from, int until) {
    if (bytes != holder) { // A store costs more: ADR 0017.
      bytes = holder;
    }
    start = from;
    end = until;
  }

  /** Adds a section whose value lies between two positions. */
  void add(int section, byte[] message, int from, int until) {
    int content = contentStart(section, message, from);
    if (isFound) {
      join(message, content, until);
    } else {
      place(message, content, until);
      isFound = true;
    }
  }

  private static int contentStart(int section, byte[] message, int from) {
    int form = message[from] & 0xff;
    boolean isBinary = section != SEQUENCE && (form == BINARY_8 || form == BINARY_32);
    boolean isText = section == VALUE && (form == STRING_8 || form == STRING_32);
    if (isBinary || isText) {
      return from + (form == BINARY_8 || form == STRING_8 ? 2 : 5);
    }
    if (section == DATA) {
      throw new MalformedMessageException(
          "a data section holds the form 0x%02x instead of binary".formatted(form));
    }
    return from;
  }

  /**
   * Appends to an array of our own that at least doubles, so that many sections cost linear time.
   */
  private void join(byte[] message, int from, int until) {
    int length = length();
    int joinedLength = length + until - from;
    if (!isOurs || joinedLength > bytes.length) {
      byte[] roomier = new byte[Math.max(joinedLength, 2 * length)];
      System.arraycopy(bytes, start, roomier, 0, length);
      place(roomier, 0, length);
      isOurs = true;
    }
    System.arraycopy(message, from, bytes, length, until - from);
    end = joinedLength;
  }
}
