package org.sparkrabbit.rows;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkrabbit.extension.MessageProperties;
import org.sparkrabbit.extension.SentMessage;

/**
 * A row as the message that it becomes, for the encoder and for users' partitioners and extractors.
 * One object is moved along all rows of a task; what cannot be written throws {@link
 * InvalidRowException}.
 */
public final class SinkRow implements SentMessage {
  private static final UTF8String ROUTING_KEY = UTF8String.fromString(RoutingKey.NAME);

  private final SinkSchema schema;
  private InternalRow row;
  private InternalRow struct;

  public SinkRow(SinkSchema schema) {
    this.schema = schema;
  }

  public SinkRow moveTo(InternalRow next) {
    row = next;
    struct =
        isSet(SinkColumn.PROPERTIES)
            ? row.getStruct(schema.column(SinkColumn.PROPERTIES), schema.propertiesWidth())
            : null;
    return this;
  }

  /** Whether the row has the column, and it is not null. */
  public boolean isSet(SinkColumn column) {
    return schema.has(column) && !row.isNullAt(schema.column(column));
  }

  /** Whether the row may be written to a stream: it names this one, or none. */
  public boolean goesTo(UTF8String stream) {
    return !isSet(SinkColumn.STREAM) || text(SinkColumn.STREAM).equals(stream);
  }

  /** The stream that the row names, or null. */
  public String stream() {
    return isSet(SinkColumn.STREAM) ? text(SinkColumn.STREAM).toString() : null;
  }

  /** Only where {@link #isSet} says so. */
  public long publishingId() {
    return row.getLong(schema.column(SinkColumn.PUBLISHING_ID));
  }

  @Override
  public String routingKey() {
    UTF8String key = routingKeyText();
    return key == null ? null : key.toString();
  }

  UTF8String routingKeyText() {
    return isSet(SinkColumn.ROUTING_KEY) ? text(SinkColumn.ROUTING_KEY) : null;
  }

  private UTF8String text(SinkColumn column) {
    return row.getUTF8String(schema.column(column));
  }

  UTF8String body() {
    if (!isSet(SinkColumn.VALUE)) {
      throw new InvalidRowException(
          "value is null; filter such rows out, or give them an empty body");
    }
    return bytes(row, schema.column(SinkColumn.VALUE));
  }

  /** In Spark's own format bytes lie as text does, and this looks at them without a copy. */
  static UTF8String bytes(InternalRow row, int ordinal) {
    return row instanceof UnsafeRow
        ? row.getUTF8String(ordinal)
        : UTF8String.fromBytes(row.getBinary(ordinal));
  }

  boolean hasProperties() {
    return struct != null || isSet(SinkColumn.CREATION_TIME);
  }

  boolean isSet(PropertyField field) {
    boolean isSet =
        struct != null
            && schema.property(field) != AmqpFormat.ABSENT
            && !struct.isNullAt(schema.property(field));
    return isSet || field == PropertyField.CREATION_TIME && isSet(SinkColumn.CREATION_TIME);
  }

  /** Writes a property that is set. */
  void write(PropertyField field, AmqpEncoder out) {
    if (field == PropertyField.CREATION_TIME) {
      field.type().write(creationTimeHolder(), creationTimePlace(), out);
    } else {
      field.type().write(struct, schema.property(field), out);
    }
  }

  private Object read(PropertyField field) {
    return field == PropertyField.CREATION_TIME
        ? field.type().read(creationTimeHolder(), creationTimePlace())
        : field.type().read(struct, schema.property(field));
  }

  private InternalRow creationTimeHolder() {
    return isSet(SinkColumn.CREATION_TIME) ? row : struct;
  }

  private int creationTimePlace() {
    return isSet(SinkColumn.CREATION_TIME)
        ? schema.column(SinkColumn.CREATION_TIME)
        : schema.property(PropertyField.CREATION_TIME);
  }

  /** A property that is set, as text. */
  String text(PropertyField field) {
    return String.valueOf(read(field));
  }

  /** The time may stand in two places, and must be one. */
  void requireOneCreationTime() {
    String other = otherCreationTime();
    if (other != null) {
      throw new InvalidRowException(
          "creation_time is %s, but properties.creation_time is %s; give one of them, or the same"
              .formatted(text(PropertyField.CREATION_TIME), other));
    }
  }

  /** The one in {@code properties} where it is another than that in the column, else null. */
  String otherCreationTime() {
    int inner = schema.property(PropertyField.CREATION_TIME);
    if (struct == null || inner == AmqpFormat.ABSENT || !isSet(SinkColumn.CREATION_TIME)) {
      return null;
    }
    long outerMicros = row.getLong(schema.column(SinkColumn.CREATION_TIME));
    return struct.isNullAt(inner) || struct.getLong(inner) == outerMicros
        ? null
        : Times.instant(struct.getLong(inner)).toString();
  }

  /** Null if the row has none. */
  MapData map(SinkColumn column) {
    return isSet(column) ? row.getMap(schema.column(column)) : null;
  }

  /** The routing key, where it must be added so that it can be read back; else null. */
  UTF8String routingKeyToAdd(MapData applicationProperties) {
    UTF8String key = routingKeyText();
    if (key == null || applicationProperties == null) {
      return key;
    }
    ArrayData keys = applicationProperties.keyArray();
    for (int entry = 0; entry < keys.numElements(); entry++) {
      if (keys.getUTF8String(entry).equals(ROUTING_KEY)) {
        return null;
      }
    }
    return key;
  }

  @Override
  public byte[] value() {
    return body().getBytes().clone();
  }

  @Override
  public MessageProperties properties() {
    requireOneCreationTime();
    PropertyValues values = new PropertyValues();
    for (PropertyField field : PropertyField.ALL) {
      if (isSet(field)) {
        values.set(field, read(field));
      }
    }
    return values;
  }

  @Override
  public Map<String, String> applicationProperties() {
    MapData map = map(SinkColumn.APPLICATION_PROPERTIES);
    Map<String, String> texts = texts(map);
    UTF8String key = routingKeyToAdd(map);
    if (key != null) {
      texts.put(RoutingKey.NAME, key.toString());
    }
    return texts;
  }

  @Override
  public Map<String, String> messageAnnotations() {
    return texts(map(SinkColumn.MESSAGE_ANNOTATIONS));
  }

  private static Map<String, String> texts(MapData map) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (int entry = 0; map != null && entry < map.numElements(); entry++) {
      ArrayData values = map.valueArray();
      texts.put(
          map.keyArray().getUTF8String(entry).toString(),
          values.isNullAt(entry) ? null : values.getUTF8String(entry).toString());
    }
    return texts;
  }
}
