package org.sparkrabbit.rows;

import static org.sparkrabbit.rows.AmqpFormat.ABSENT;
import static org.sparkrabbit.rows.AmqpFormat.STRING_32;
import static org.sparkrabbit.rows.AmqpFormat.STRING_8;

import java.nio.charset.StandardCharsets;

/** Finds the routing key that a publisher kept among the application properties, as a string. */
final class RoutingKey {
  static final String NAME = "routing_key";

  private static final byte[] NAME_BYTES = NAME.getBytes(StandardCharsets.UTF_8);

  private final AmqpText text = new AmqpText();

  /** Null if there is none. It holds until the next message. */
  AmqpText of(MessageView message) {
    AmqpMap map = message.applicationPropertyMap();
    int entry = map == null ? ABSENT : map.find(NAME_BYTES);
    if (entry == ABSENT) {
      return null;
    }
    AmqpCursor value = map.value(entry);
    int form = value.bytes()[value.position()] & 0xff;
    if (form != STRING_8 && form != STRING_32) {
      return null;
    }
    text.read(value);
    return text;
  }
}
