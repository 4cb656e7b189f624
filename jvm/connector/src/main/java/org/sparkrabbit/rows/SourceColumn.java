package org.sparkrabbit.rows;

import static org.sparkrabbit.rows.AmqpSections.APPLICATION_PROPERTIES;
import static org.sparkrabbit.rows.AmqpSections.BODY;
import static org.sparkrabbit.rows.AmqpSections.MESSAGE_ANNOTATIONS;
import static org.sparkrabbit.rows.AmqpSections.PROPERTIES;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Every column of the source, once: its name, its type, what it says, and how it is read from a
 * message. Fixed columns are always there and never null; metadata columns are those that the
 * option {@code metadataFields} names.
 */
public enum SourceColumn {
  VALUE(
      "value",
      DataTypes.BinaryType,
      "The body of the message.",
      BODY,
      (row, wanted) ->
          (message, ordinal) -> {
            AmqpBody body = message.sections().body();
            row.set(ordinal, body.bytes(), body.start(), body.length());
          }),
  STREAM(
      "stream",
      DataTypes.StringType,
      "The stream that holds the message; in a super stream, the partition.",
      (row, wanted) -> (message, ordinal) -> message.writeStream(row, ordinal)),
  OFFSET(
      "offset",
      DataTypes.LongType,
      "Its place in that stream; increases, but not always by one.",
      (row, wanted) -> (message, ordinal) -> row.set(ordinal, message.offset())),
  CHUNK_TIMESTAMP(
      "chunk_timestamp",
      DataTypes.TimestampType,
      "When the broker wrote the chunk that holds the message; the same for the whole chunk.",
      (row, wanted) -> (message, ordinal) -> row.set(ordinal, message.chunkMicros())),
  MESSAGE_PROPERTIES(
      "properties",
      PropertyField.structType(),
      "The AMQP 1.0 properties; null if the message has no such section.",
      PROPERTIES,
      (row, wanted) -> new PropertiesColumn(row, (StructType) wanted)),
  MESSAGE_APPLICATION_PROPERTIES(
      "application_properties",
      Types.TEXTS,
      "The application properties, their values as text; null if there is no such section.",
      APPLICATION_PROPERTIES,
      (row, wanted) -> new MapColumn(row, MessageView::applicationPropertyMap)),
  ANNOTATIONS(
      "message_annotations",
      Types.TEXTS,
      "The message annotations, their values as text; null if there is no such section.",
      MESSAGE_ANNOTATIONS,
      (row, wanted) -> new MapColumn(row, MessageView::messageAnnotationMap)),
  CREATION_TIME(
      "creation_time",
      DataTypes.TimestampType,
      "The same as `properties.creation_time`.",
      PROPERTIES,
      (row, wanted) -> creationTime(row)),
  ROUTING_KEY(
      "routing_key",
      DataTypes.StringType,
      "The application property `routing_key`, if it is a string.",
      APPLICATION_PROPERTIES,
      (row, wanted) -> routingKey(row));

  private final String columnName;
  private final DataType type;
  private final String sentence;
  private final int sections;
  private final boolean isMetadata;
  private final Factory factory;

  /** Makes what writes a column into a row, given the wanted part of the column's type. */
  @FunctionalInterface
  private interface Factory {
    ColumnWriter writer(Slots row, DataType wanted);
  }

  /** An enum's own constants cannot be named in its constructors' arguments. */
  private static final class Types {
    static final DataType TEXTS =
        DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType, true);
  }

  SourceColumn(String columnName, DataType type, String sentence, Factory factory) {
    this(columnName, type, sentence, 0, factory);
  }

  SourceColumn(String columnName, DataType type, String sentence, int sections, Factory factory) {
    this.columnName = columnName;
    this.type = type;
    this.sentence = sentence;
    this.sections = sections;
    this.isMetadata = (sections & ~BODY) != 0;
    this.factory = factory;
  }

  public String columnName() {
    return columnName;
  }

  public DataType type() {
    return type;
  }

  /** What the column says, for documentation. */
  public String sentence() {
    return sentence;
  }

  public boolean isMetadata() {
    return isMetadata;
  }

  /** Which sections of a message it is made of. */
  int sections() {
    return sections;
  }

  ColumnWriter writer(Slots row, DataType wanted) {
    return factory.writer(row, wanted);
  }

  /** What {@code metadataFields} may name, and names unless told otherwise. */
  public static List<String> metadataNames() {
    return Arrays.stream(values())
        .filter(SourceColumn::isMetadata)
        .map(SourceColumn::columnName)
        .toList();
  }

  /** All columns. */
  public static StructType schema() {
    return schema(metadataNames());
  }

  /** The fixed columns and these of the metadata columns, in the order of this table. */
  public static StructType schema(Collection<String> metadataFields) {
    return new StructType(
        Arrays.stream(values())
            .filter(column -> !column.isMetadata || metadataFields.contains(column.columnName))
            .map(
                column ->
                    DataTypes.createStructField(column.columnName, column.type, column.isMetadata))
            .toArray(StructField[]::new));
  }

  static SourceColumn named(String name) {
    return Arrays.stream(values())
        .filter(column -> column.columnName.equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no column " + name));
  }

  private static ColumnWriter creationTime(Slots row) {
    AmqpCursor cursor = new AmqpCursor();
    AmqpText text = new AmqpText();
    return (message, ordinal) -> {
      if (PropertiesColumn.seekCreationTime(cursor, message)) {
        PropertyType.TIME.read(cursor, text, row, ordinal);
      } else {
        row.setNull(ordinal);
      }
    };
  }

  private static ColumnWriter routingKey(Slots row) {
    RoutingKey key = new RoutingKey();
    return (message, ordinal) -> {
      AmqpText found = key.of(message);
      if (found != null) {
        found.write(row, ordinal);
      } else {
        row.setNull(ordinal);
      }
    };
  }
}
