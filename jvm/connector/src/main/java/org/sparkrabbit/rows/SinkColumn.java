package org.sparkrabbit.rows;

import java.util.Arrays;
import java.util.Optional;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampType;

/** Every column of the sink, once: its name, its type, and what is written of it. */
public enum SinkColumn {
  VALUE("value", BinaryType.class, "binary", "The body, as one AMQP 1.0 data section."),
  STREAM(
      "stream",
      StringType.class,
      "string",
      "The stream that the row goes to, where neither stream nor superstream is set; else it must be"
          + " the one that is written to, or null."),
  ROUTING_KEY(
      "routing_key",
      StringType.class,
      "string",
      "Routes the message in a super stream; written as the application property of this name."),
  PROPERTIES("properties", StructType.class, "struct", "The AMQP 1.0 properties, or some of them."),
  APPLICATION_PROPERTIES(
      "application_properties", MapType.class, "map<string,string>", "The application properties."),
  MESSAGE_ANNOTATIONS(
      "message_annotations", MapType.class, "map<string,string>", "The message annotations."),
  CREATION_TIME(
      "creation_time", TimestampType.class, "timestamp", "Written as `properties.creation_time`."),
  PUBLISHING_ID(
      "publishing_id",
      LongType.class,
      "bigint",
      "Tells the broker which messages of a named producer it has already.");

  private final String columnName;
  private final Class<? extends DataType> type;
  private final String typeName;
  private final String sentence;

  SinkColumn(String columnName, Class<? extends DataType> type, String typeName, String sentence) {
    this.columnName = columnName;
    this.type = type;
    this.typeName = typeName;
    this.sentence = sentence;
  }

  public String columnName() {
    return columnName;
  }

  public String typeName() {
    return typeName;
  }

  /** What is written of the column, for documentation. */
  public String sentence() {
    return sentence;
  }

  /** As in Spark, names differ by more than case. */
  static Optional<SinkColumn> named(String name) {
    return Arrays.stream(values())
        .filter(column -> column.columnName.equalsIgnoreCase(name))
        .findFirst();
  }

  /** Strings of any collation are strings. */
  boolean takes(DataType given) {
    if (given instanceof MapType map && type == MapType.class) {
      return map.keyType() instanceof StringType && map.valueType() instanceof StringType;
    }
    if (given instanceof StructType struct && type == StructType.class) {
      return Arrays.stream(struct.fields()).allMatch(SinkColumn::isPropertyOrUnknown);
    }
    return type.isInstance(given);
  }

  private static boolean isPropertyOrUnknown(StructField field) {
    return PropertyField.named(field.name())
        .map(property -> property.type().dataType().getClass().isInstance(field.dataType()))
        .orElse(true);
  }
}
