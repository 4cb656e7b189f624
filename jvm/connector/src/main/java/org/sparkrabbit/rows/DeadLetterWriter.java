package org.sparkrabbit.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Encodes rows that cannot be written: each as the message that it would have become, as far as
 * there can be one, with application properties that tell the rest; so it can be mended and written
 * again. What a frame cannot hold is left out, and that is told, too.
 */
public final class DeadLetterWriter implements EncodedMessage {
  /** Begins the name of each application property that is added. */
  public static final String PREFIX = "dead_letter.";

  private static final UTF8String PREFIX_BYTES = UTF8String.fromString(PREFIX);
  private static final UTF8String ROUTING_KEY = UTF8String.fromString(RoutingKey.NAME);

  /** What is kept of a body that cannot be kept whole. */
  private static final int BEGINNING_OF_BODY = 64 * 1024;

  private static final int LONGEST_TEXT = 2048;

  /** What is told of what is left out, and the heads of sections. */
  private static final int ROOM_FOR_HEADS = 512;

  private static final byte[] NOTHING = {};

  private final AmqpEncoder encoder = new AmqpEncoder();
  private final Map<String, String> told = new LinkedHashMap<>();
  private final List<String> leftOut = new ArrayList<>();
  private int room;
  private int entries;

  /** At most so many bytes, which are some thousand at least. */
  public void encode(SinkRow row, Map<String, String> reasons, int mostBytes) {
    told.clear();
    leftOut.clear();
    int longest = Math.min(LONGEST_TEXT, mostBytes / 32);
    reasons.forEach((name, text) -> tell(name, text, longest));
    tellColumns(row, longest);
    UTF8String body = row.isSet(SinkColumn.VALUE) ? row.body() : UTF8String.EMPTY_UTF8;
    byte[] properties = properties(row);
    byte[] texts = applicationProperties(row);
    byte[] annotations = annotations(row);
    room = mostBytes - ROOM_FOR_HEADS - sizeOfTold();
    int forBody = Math.min(body.numBytes(), Math.min(BEGINNING_OF_BODY, room / 2));
    room -= forBody;
    properties = kept("properties", properties);
    texts = kept("application_properties", texts);
    annotations = kept("message_annotations", annotations);
    room += forBody;
    join(annotations, properties, texts, beginning(body));
  }

  private void tell(String name, String text, int longest) {
    if (text.length() > longest) {
      boolean splits = Character.isHighSurrogate(text.charAt(longest - 1));
      told.put(name, text.substring(0, splits ? longest - 1 : longest) + "…");
    } else {
      told.put(name, text);
    }
  }

  /** What the message itself does not show. */
  private void tellColumns(SinkRow row, int longest) {
    if (!row.isSet(SinkColumn.VALUE)) {
      told.put("value_is_null", "true");
    }
    if (row.isSet(SinkColumn.STREAM)) {
      tell("stream", row.stream(), longest);
    }
    if (row.isSet(SinkColumn.ROUTING_KEY)) {
      tell("routing_key", row.routingKey(), longest);
    }
    if (row.isSet(SinkColumn.PUBLISHING_ID)) {
      told.put("publishing_id", String.valueOf(row.publishingId()));
    }
    if (row.otherCreationTime() != null) {
      told.put("properties.creation_time", row.otherCreationTime());
    }
  }

  private byte[] properties(SinkRow row) {
    encoder.encoded().clear();
    if (!row.hasProperties()) {
      return NOTHING;
    }
    encoder.section(AmqpFormat.PROPERTIES);
    int start = encoder.open();
    int written = 0;
    for (PropertyField field : PropertyField.ALL) {
      if (row.isSet(field) && !isRefused(row, field)) {
        for (; written < field.ordinal(); written++) {
          encoder.nothing();
        }
        row.write(field, encoder);
        written++;
      }
    }
    encoder.close(start, AmqpFormat.LIST_8, written);
    return encoded();
  }

  /** A property that AMQP cannot express is told as text. */
  private boolean isRefused(SinkRow row, PropertyField field) {
    int before = encoder.encoded().length();
    try {
      row.write(field, encoder);
      return false;
    } catch (InvalidRowException e) {
      told.put("properties." + field.fieldName(), row.text(field));
      return true;
    } finally {
      encoder.encoded().shrink(encoder.encoded().length() - before);
    }
  }

  /** The entries of the row itself, without the head of the map that they come into. */
  private byte[] applicationProperties(SinkRow row) {
    encoder.encoded().clear();
    entries = 0;
    MapData map = row.map(SinkColumn.APPLICATION_PROPERTIES);
    writeEntries(map, false);
    UTF8String key = row.routingKeyToAdd(map);
    if (key != null) {
      encoder.string(ROUTING_KEY);
      encoder.string(key);
      entries++;
    }
    return encoded();
  }

  private byte[] annotations(SinkRow row) {
    MapData map = row.map(SinkColumn.MESSAGE_ANNOTATIONS);
    if (map == null) {
      return NOTHING;
    }
    int before = entries;
    encoder.encoded().clear();
    encoder.section(AmqpFormat.MESSAGE_ANNOTATIONS);
    int start = encoder.open();
    writeEntries(map, true);
    encoder.close(start, AmqpFormat.MAP_8, 2 * (entries - before));
    entries = before;
    return encoded();
  }

  /** What an earlier dead letter told of the same row is told anew. */
  private void writeEntries(MapData map, boolean keysAreSymbols) {
    for (int entry = 0; map != null && entry < map.numElements(); entry++) {
      UTF8String key = map.keyArray().getUTF8String(entry);
      ArrayData values = map.valueArray();
      if (!keysAreSymbols && key.startsWith(PREFIX_BYTES)) {
        continue;
      }
      if (keysAreSymbols) {
        encoder.symbol(key);
      } else {
        encoder.string(key);
      }
      if (values.isNullAt(entry)) {
        encoder.nothing();
      } else {
        encoder.string(values.getUTF8String(entry));
      }
      entries++;
    }
  }

  private int sizeOfTold() {
    encoder.encoded().clear();
    told.forEach(this::writeTold);
    return encoder.encoded().length();
  }

  private void writeTold(String name, String text) {
    encoder.string(UTF8String.fromString(PREFIX + name));
    encoder.string(UTF8String.fromString(text));
  }

  private byte[] kept(String name, byte[] section) {
    if (section.length <= room) {
      room -= section.length;
      return section;
    }
    leftOut.add(name);
    return NOTHING;
  }

  private byte[] beginning(UTF8String body) {
    int size = body.numBytes() <= room ? body.numBytes() : Math.min(BEGINNING_OF_BODY, room);
    if (size < body.numBytes()) {
      told.put("value_bytes", String.valueOf(body.numBytes()));
    }
    byte[] beginning = new byte[size];
    Platform.copyMemory(
        body.getBaseObject(), body.getBaseOffset(), beginning, Platform.BYTE_ARRAY_OFFSET, size);
    return beginning;
  }

  private void join(byte[] annotations, byte[] properties, byte[] texts, byte[] body) {
    if (!leftOut.isEmpty()) {
      told.put("left_out", String.join(",", leftOut));
    }
    Scratch out = encoder.encoded();
    out.clear();
    out.put(annotations, 0, annotations.length);
    out.put(properties, 0, properties.length);
    encoder.section(AmqpFormat.APPLICATION_PROPERTIES);
    int start = encoder.open();
    out.put(texts, 0, texts.length);
    told.forEach(this::writeTold);
    int count = told.size() + (texts.length == 0 ? 0 : entries);
    encoder.close(start, AmqpFormat.MAP_8, 2 * count);
    encoder.section(AmqpFormat.DATA);
    encoder.binary(UTF8String.fromBytes(body));
  }

  private byte[] encoded() {
    return Arrays.copyOf(encoder.encoded().bytes(), encoder.encoded().length());
  }

  @Override
  public int size() {
    return encoder.encoded().length();
  }

  @Override
  public void writeTo(byte[] target, int at) {
    System.arraycopy(encoder.encoded().bytes(), 0, target, at, size());
  }
}
