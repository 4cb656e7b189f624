package org.sparkrabbit.rows;

import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Encodes rows as AMQP 1.0 messages, one after the other. Until the next one it holds all but the
 * body, which is copied once, from the row to where the message is sent from.
 */
public final class MessageWriter implements EncodedMessage {
  private static final UTF8String ROUTING_KEY = UTF8String.fromString(RoutingKey.NAME);

  private final AmqpEncoder encoder = new AmqpEncoder();
  private UTF8String body;

  /** Throws {@link InvalidRowException} where the row cannot be a message. */
  public void encode(SinkRow row) {
    encoder.encoded().clear();
    messageAnnotations(row.map(SinkColumn.MESSAGE_ANNOTATIONS));
    properties(row);
    MapData applicationProperties = row.map(SinkColumn.APPLICATION_PROPERTIES);
    applicationProperties(applicationProperties, row.routingKeyToAdd(applicationProperties));
    body(row.body());
  }

  private void messageAnnotations(MapData map) {
    if (map != null) {
      encoder.section(AmqpFormat.MESSAGE_ANNOTATIONS);
      int start = encoder.open();
      entries(map, true);
      encoder.close(start, AmqpFormat.MAP_8, 2 * map.numElements());
    }
  }

  private void properties(SinkRow row) {
    if (!row.hasProperties()) {
      return;
    }
    row.requireOneCreationTime();
    encoder.section(AmqpFormat.PROPERTIES);
    int start = encoder.open();
    int written = 0;
    for (PropertyField field : PropertyField.ALL) {
      if (row.isSet(field)) {
        // Nulls are written only where something follows.
        for (; written < field.ordinal(); written++) {
          encoder.nothing();
        }
        row.write(field, encoder);
        written++;
      }
    }
    encoder.close(start, AmqpFormat.LIST_8, written);
  }

  /** The routing key stands among the application properties, so that it can be read back. */
  private void applicationProperties(MapData map, UTF8String addedRoutingKey) {
    if (map == null && addedRoutingKey == null) {
      return;
    }
    encoder.section(AmqpFormat.APPLICATION_PROPERTIES);
    int start = encoder.open();
    int entries = 0;
    if (map != null) {
      entries(map, false);
      entries = map.numElements();
    }
    if (addedRoutingKey != null) {
      encoder.string(ROUTING_KEY);
      encoder.string(addedRoutingKey);
      entries++;
    }
    encoder.close(start, AmqpFormat.MAP_8, 2 * entries);
  }

  private void entries(MapData map, boolean keysAreSymbols) {
    ArrayData keys = map.keyArray();
    ArrayData values = map.valueArray();
    for (int entry = 0; entry < map.numElements(); entry++) {
      if (keysAreSymbols) {
        encoder.symbol(keys.getUTF8String(entry));
      } else {
        encoder.string(keys.getUTF8String(entry));
      }
      if (values.isNullAt(entry)) {
        encoder.nothing();
      } else {
        encoder.string(values.getUTF8String(entry));
      }
    }
  }

  private void body(UTF8String bytes) {
    encoder.section(AmqpFormat.DATA);
    AmqpEncoder.head(encoder.encoded(), AmqpFormat.BINARY_8, bytes.numBytes());
    body = bytes;
  }

  @Override
  public int size() {
    return Math.addExact(encoder.encoded().length(), body.numBytes());
  }

  @Override
  public void writeTo(byte[] target, int at) {
    Scratch head = encoder.encoded();
    System.arraycopy(head.bytes(), 0, target, at, head.length());
    body.writeToMemory(target, Platform.BYTE_ARRAY_OFFSET + (long) at + head.length());
  }
}
