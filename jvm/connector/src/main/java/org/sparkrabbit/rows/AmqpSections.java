package org.sparkrabbit.rows;

import static org.sparkrabbit.rows.AmqpFormat.ABSENT;
import static org.sparkrabbit.rows.AmqpFormat.BINARY_32;
import static org.sparkrabbit.rows.AmqpFormat.BINARY_8;
import static org.sparkrabbit.rows.AmqpFormat.DATA;
import static org.sparkrabbit.rows.AmqpFormat.DESCRIBED;
import static org.sparkrabbit.rows.AmqpFormat.FIRST_SECTION;
import static org.sparkrabbit.rows.AmqpFormat.LAST_SECTION;
import static org.sparkrabbit.rows.AmqpFormat.NULL;
import static org.sparkrabbit.rows.AmqpFormat.SMALL_ULONG;
import static org.sparkrabbit.rows.AmqpFormat.SYMBOL_32;
import static org.sparkrabbit.rows.AmqpFormat.SYMBOL_8;
import static org.sparkrabbit.rows.AmqpFormat.ULONG;
import static org.sparkrabbit.rows.AmqpFormat.VALUE;
import static org.sparkrabbit.rows.AmqpFormat.intAt;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Where the sections of a message lie. One walk finds those that are wanted and ends with the last
 * of them; the others are stepped over, never decoded. Of sections that may stand only once, the
 * first counts.
 */
final class AmqpSections {
  /** What a row may want, as bits. */
  static final int BODY = 1;

  static final int PROPERTIES = 2;
  static final int APPLICATION_PROPERTIES = 4;
  static final int MESSAGE_ANNOTATIONS = 8;
  static final int ALL = BODY | PROPERTIES | APPLICATION_PROPERTIES | MESSAGE_ANNOTATIONS;

  /** How a data section begins, but for the form of what it holds, and where that begins. */
  private static final int DATA_SECTION = DESCRIBED << 24 | SMALL_ULONG << 16 | DATA << 8;

  private static final int SMALL_HEAD = 5;
  private static final int LARGE_HEAD = 8;

  /** The names of the sections, for those who write them instead of numbers, in their order. */
  private static final List<String> NAMES =
      List.of(
          "amqp:header:list",
          "amqp:delivery-annotations:map",
          "amqp:message-annotations:map",
          "amqp:properties:list",
          "amqp:application-properties:map",
          "amqp:data:binary",
          "amqp:amqp-sequence:list",
          "amqp:amqp-value:*",
          "amqp:footer:map");

  private final AmqpCursor cursor = new AmqpCursor();
  private final AmqpBody body = new AmqpBody();
  private int properties;
  private int applicationProperties;
  private int messageAnnotations;

  AmqpBody body() {
    return body;
  }

  /** Where the value of the section begins, or {@link AmqpFormat#ABSENT}. */
  int properties() {
    return properties;
  }

  int applicationProperties() {
    return applicationProperties;
  }

  int messageAnnotations() {
    return messageAnnotations;
  }

  void find(byte[] message, int from, int until, int wanted) {
    properties = applicationProperties = messageAnnotations = ABSENT;
    int start = startOfOnlyBody(message, from, until);
    if (start == ABSENT) {
      walk(message, from, until, wanted);
    } else {
      body.place(message, start, until);
    }
  }

  /**
   * Where the body begins of a message that is one data section and nothing else. Nearly all
   * messages of events look like this: a descriptor, a length, the bytes.
   */
  static int startOfOnlyBody(byte[] message, int from, int until) {
    int size = until - from;
    if (size >= SMALL_HEAD
        && intAt(message, from) == (DATA_SECTION | BINARY_8)
        && (message[from + 4] & 0xff) == size - SMALL_HEAD) {
      return from + SMALL_HEAD;
    }
    if (size >= LARGE_HEAD
        && intAt(message, from) == (DATA_SECTION | BINARY_32)
        && intAt(message, from + 4) == size - LARGE_HEAD) {
      return from + LARGE_HEAD;
    }
    return ABSENT;
  }

  private void walk(byte[] message, int from, int until, int wanted) {
    cursor.moveTo(message, from, until);
    body.clear();
    // A body may have several sections, so that only the end of the message ends the search for it.
    int missing = wanted;
    while (missing != 0 && cursor.hasMore()) {
      int section = nextSection();
      int start = cursor.position();
      cursor.skipValue();
      if (section >= DATA && section <= VALUE) {
        if ((wanted & BODY) != 0) {
          body.add(section, message, start, cursor.position());
        }
      } else if (message[start] != NULL) {
        missing &= ~keep(section, start);
      }
    }
  }

  private int keep(int section, int start) {
    switch (section) {
      case AmqpFormat.PROPERTIES -> {
        properties = properties == ABSENT ? start : properties;
        return PROPERTIES;
      }
      case AmqpFormat.APPLICATION_PROPERTIES -> {
        applicationProperties = applicationProperties == ABSENT ? start : applicationProperties;
        return APPLICATION_PROPERTIES;
      }
      case AmqpFormat.MESSAGE_ANNOTATIONS -> {
        messageAnnotations = messageAnnotations == ABSENT ? start : messageAnnotations;
        return MESSAGE_ANNOTATIONS;
      }
      default -> {
        return 0;
      }
    }
  }

  private int nextSection() {
    int marker = cursor.nextByte();
    if (marker != DESCRIBED) {
      throw new MalformedMessageException(
          "a section should begin with 0x00, not with 0x%02x".formatted(marker));
    }
    int form = cursor.nextByte();
    return switch (form) {
      case SMALL_ULONG -> requireSection(cursor.nextByte());
      case ULONG -> requireSection(cursor.nextLong());
      case SYMBOL_8, SYMBOL_32 -> sectionNamed(form);
      default ->
          throw new MalformedMessageException(
              "the descriptor of a section has the unknown form 0x%02x".formatted(form));
    };
  }

  private static int requireSection(long code) {
    if (code < FIRST_SECTION || code > LAST_SECTION) {
      throw new MalformedMessageException("0x%x is not a section".formatted(code));
    }
    return (int) code;
  }

  private int sectionNamed(int form) {
    int size = cursor.nextSize(form);
    int start = cursor.take(size);
    // No name is longer than that: what claims to be is not copied into a message about it.
    int shown = Math.min(size, 40);
    String name = new String(cursor.bytes(), start, shown, StandardCharsets.US_ASCII);
    int index = NAMES.indexOf(name);
    if (index < 0) {
      throw new MalformedMessageException("'%s' is not a section".formatted(name));
    }
    return FIRST_SECTION + index;
  }
}
