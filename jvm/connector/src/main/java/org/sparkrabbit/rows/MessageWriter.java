package org.sparkrabbit.rows;

import static org.sparkrabbit.rows.AmqpFormat.APPLICATION_PROPERTIES;
import static org.sparkrabbit.rows.AmqpFormat.BINARY_32;
import static org.sparkrabbit.rows.AmqpFormat.BINARY_8;
import static org.sparkrabbit.rows.AmqpFormat.DATA;
import static org.sparkrabbit.rows.AmqpFormat.DESCRIBED;
import static org.sparkrabbit.rows.AmqpFormat.MAP_32;
import static org.sparkrabbit.rows.AmqpFormat.SMALL_ULONG;
import static org.sparkrabbit.rows.AmqpFormat.STRING_32;
import static org.sparkrabbit.rows.AmqpFormat.STRING_8;
import static org.sparkrabbit.rows.AmqpFormat.putInt;

import java.nio.charset.StandardCharsets;

/** Encodes rows as AMQP 1.0 messages, each in an array of exactly its size. */
public final class MessageWriter {
  private static final byte[] ROUTING_KEY = "routing_key".getBytes(StandardCharsets.UTF_8);
  private static final int SECTION_HEAD = 3;
  private static final int MAP_HEAD = 9;
  private static final int LARGEST_SMALL_SIZE = 255;

  private byte[] message;
  private int position;

  /** A message that is only a body. */
  public byte[] encode(byte[] body) {
    begin(dataSize(body));
    data(body);
    return message;
  }

  /**
   * A message that carries its routing key as an application property, so that it can be read back.
   */
  public byte[] encode(byte[] body, byte[] routingKey) {
    int entries = variableSize(ROUTING_KEY) + variableSize(routingKey);
    begin(SECTION_HEAD + MAP_HEAD + entries + dataSize(body));
    section(APPLICATION_PROPERTIES);
    put(MAP_32);
    size(entries + 4);
    size(2);
    variable(STRING_8, STRING_32, ROUTING_KEY);
    variable(STRING_8, STRING_32, routingKey);
    data(body);
    return message;
  }

  private void begin(int size) {
    message = new byte[size];
    position = 0;
  }

  private static int dataSize(byte[] body) {
    return SECTION_HEAD + variableSize(body);
  }

  private static int variableSize(byte[] content) {
    return (content.length <= LARGEST_SMALL_SIZE ? 2 : 5) + content.length;
  }

  private void data(byte[] body) {
    section(DATA);
    variable(BINARY_8, BINARY_32, body);
  }

  private void section(int code) {
    put(DESCRIBED);
    put(SMALL_ULONG);
    put(code);
  }

  private void variable(int smallForm, int largeForm, byte[] content) {
    if (content.length <= LARGEST_SMALL_SIZE) {
      put(smallForm);
      put(content.length);
    } else {
      put(largeForm);
      size(content.length);
    }
    System.arraycopy(content, 0, message, position, content.length);
    position += content.length;
  }

  private void put(int value) {
    message[position++] = (byte) value;
  }

  private void size(int value) {
    putInt(message, position, value);
    position += 4;
  }
}
