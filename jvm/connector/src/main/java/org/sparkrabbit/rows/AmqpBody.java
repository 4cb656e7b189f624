package org.sparkrabbit.rows;

import static org.sparkrabbit.rows.AmqpFormat.BINARY_32;
import static org.sparkrabbit.rows.AmqpFormat.BINARY_8;
import static org.sparkrabbit.rows.AmqpFormat.DATA;
import static org.sparkrabbit.rows.AmqpFormat.DESCRIBED;
import static org.sparkrabbit.rows.AmqpFormat.FIRST_SECTION;
import static org.sparkrabbit.rows.AmqpFormat.LAST_SECTION;
import static org.sparkrabbit.rows.AmqpFormat.SEQUENCE;
import static org.sparkrabbit.rows.AmqpFormat.SMALL_ULONG;
import static org.sparkrabbit.rows.AmqpFormat.STRING_32;
import static org.sparkrabbit.rows.AmqpFormat.STRING_8;
import static org.sparkrabbit.rows.AmqpFormat.ULONG;
import static org.sparkrabbit.rows.AmqpFormat.VALUE;
import static org.sparkrabbit.rows.AmqpFormat.intAt;

/**
 * Finds the body of an encoded message in place. Data sections give their bytes; an AMQP value that
 * is binary or string gives its bytes; any other body gives its AMQP encoding. Several sections are
 * joined. Sections that are not the body are stepped over, not decoded.
 */
public final class AmqpBody {
  private static final byte[] NOTHING = new byte[0];

  private byte[] bytes;
  private int start;
  private int end;

  /** The array that holds the body: the message's own, or a fresh one for joined data sections. */
  public byte[] bytes() {
    return bytes;
  }

  public int start() {
    return start;
  }

  public int length() {
    return end - start;
  }

  /** Reads the message that lies in {@code message} from {@code from} to {@code until}. */
  public void locate(byte[] message, int from, int until) throws MalformedMessageException {
    if (isOneSmallDataSection(message, from, until)) {
      place(message, from + 5, until);
    } else {
      walk(message, from, until);
    }
  }

  /** Nearly all messages of small events look like this: one descriptor, one length, the bytes. */
  private static boolean isOneSmallDataSection(byte[] message, int from, int until) {
    return until - from >= 5
        && message[from] == DESCRIBED
        && message[from + 1] == SMALL_ULONG
        && message[from + 2] == DATA
        && (message[from + 3] & 0xff) == BINARY_8
        && until - from - 5 == (message[from + 4] & 0xff);
  }

  private void walk(byte[] message, int from, int until) throws MalformedMessageException {
    AmqpCursor cursor = new AmqpCursor(message, from, until);
    place(NOTHING, 0, 0);
    boolean found = false;
    while (cursor.hasMore()) {
      int section = section(cursor);
      int valueStart = cursor.position();
      cursor.skipValue();
      if (section < DATA || section > VALUE) {
        continue;
      }
      int bodyStart = bodyStart(section, message, valueStart);
      if (found) {
        join(message, bodyStart, cursor.position());
      } else {
        place(message, bodyStart, cursor.position());
        found = true;
      }
    }
  }

  private static int section(AmqpCursor cursor) throws MalformedMessageException {
    int marker = cursor.nextByte();
    if (marker != DESCRIBED) {
      throw new MalformedMessageException(
          "a section should begin with 0x00, not with 0x%02x".formatted(marker));
    }
    int form = cursor.nextByte();
    long code;
    if (form == SMALL_ULONG) {
      code = cursor.nextByte();
    } else if (form == ULONG) {
      code = cursor.nextLong();
    } else {
      throw new MalformedMessageException(
          "the descriptor of a section has the unknown form 0x%02x".formatted(form));
    }
    if (code < FIRST_SECTION || code > LAST_SECTION) {
      throw new MalformedMessageException("0x%x is not a section".formatted(code));
    }
    return (int) code;
  }

  private static int bodyStart(int section, byte[] message, int valueStart)
      throws MalformedMessageException {
    int form = message[valueStart] & 0xff;
    boolean isText = section == VALUE && (form == STRING_8 || form == STRING_32);
    if (section != SEQUENCE && (form == BINARY_8 || form == BINARY_32) || isText) {
      return valueStart + (form == BINARY_8 || form == STRING_8 ? 2 : 5);
    }
    if (section == DATA) {
      throw new MalformedMessageException(
          "a data section holds the form 0x%02x instead of binary".formatted(form));
    }
    return valueStart;
  }

  private void place(byte[] holder, int from, int until) {
    bytes = holder;
    start = from;
    end = until;
  }

  /**
   * Appends to an array of our own that at least doubles, so that many sections cost linear time.
   */
  private void join(byte[] message, int from, int until) {
    int length = length();
    int joinedLength = length + until - from;
    if (bytes == message || joinedLength > bytes.length) {
      byte[] roomier = new byte[Math.max(joinedLength, 2 * length)];
      System.arraycopy(bytes, start, roomier, 0, length);
      place(roomier, 0, length);
    }
    System.arraycopy(message, from, bytes, length, until - from);
    end = joinedLength;
  }

  /** Where the next message of a chunk ends, given where its four-byte length stands. */
  public static int lengthAt(byte[] chunk, int position) {
    return intAt(chunk, position);
  }
}
