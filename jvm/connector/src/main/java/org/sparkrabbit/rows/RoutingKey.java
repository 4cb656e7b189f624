package org.sparkrabbit.rows;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Finds the routing key that a publisher kept among the application properties, as a string. */
final class RoutingKey {
  static final String NAME = "routing_key";

  private static final byte[] NAME_BYTES = NAME.getBytes(StandardCharsets.UTF_8);

  private final AmqpCursor cursor = new AmqpCursor();
  private final AmqpText text = new AmqpText();

  /** Null if there is none. It holds until the next message. */
  AmqpText of(MessageView message) {
    int start = message.sections().applicationProperties();
    if (start == AmqpFormat.ABSENT) {
      return null;
    }
    int found = AmqpFormat.ABSENT;
    int entries = cursor.moveTo(message.bytes(), start, message.until()).openMap();
    for (int entry = 0; entry < entries; entry++) {
      if (text.read(cursor) && isName()) {
        found = cursor.position();
      }
      cursor.skipValue();
    }
    return found == AmqpFormat.ABSENT ? null : textAt(message, found);
  }

  private boolean isName() {
    int end = text.start() + text.length();
    return Arrays.equals(text.bytes(), text.start(), end, NAME_BYTES, 0, NAME_BYTES.length);
  }

  private AmqpText textAt(MessageView message, int position) {
    int form = message.bytes()[position] & 0xff;
    if (form != AmqpFormat.STRING_8 && form != AmqpFormat.STRING_32) {
      return null;
    }
    text.read(cursor.moveTo(message.bytes(), position, message.until()));
    return text;
  }
}
