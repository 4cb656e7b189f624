package org.sparkrabbit.rows;

import static org.sparkrabbit.rows.PropertyType.BINARY;
import static org.sparkrabbit.rows.PropertyType.SEQUENCE_NUMBER;
import static org.sparkrabbit.rows.PropertyType.SYMBOL;
import static org.sparkrabbit.rows.PropertyType.TEXT;
import static org.sparkrabbit.rows.PropertyType.TIME;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The AMQP properties, once: their names and types, in the order in which messages hold them. */
enum PropertyField {
  MESSAGE_ID("message_id", TEXT),
  USER_ID("user_id", BINARY),
  TO("to", TEXT),
  SUBJECT("subject", TEXT),
  REPLY_TO("reply_to", TEXT),
  CORRELATION_ID("correlation_id", TEXT),
  CONTENT_TYPE("content_type", SYMBOL),
  CONTENT_ENCODING("content_encoding", SYMBOL),
  ABSOLUTE_EXPIRY_TIME("absolute_expiry_time", TIME),
  CREATION_TIME("creation_time", TIME),
  GROUP_ID("group_id", TEXT),
  GROUP_SEQUENCE("group_sequence", SEQUENCE_NUMBER),
  REPLY_TO_GROUP_ID("reply_to_group_id", TEXT);

  static final List<PropertyField> ALL = List.of(values());

  private final String fieldName;
  private final PropertyType type;

  PropertyField(String fieldName, PropertyType type) {
    this.fieldName = fieldName;
    this.type = type;
  }

  String fieldName() {
    return fieldName;
  }

  PropertyType type() {
    return type;
  }

  static StructType structType() {
    return new StructType(
        ALL.stream()
            .map(field -> DataTypes.createStructField(field.fieldName, field.type.dataType(), true))
            .toArray(StructField[]::new));
  }

  /** As in Spark, names differ by more than case. */
  static Optional<PropertyField> named(String name) {
    return Arrays.stream(values())
        .filter(field -> field.fieldName.equalsIgnoreCase(name))
        .findFirst();
  }
}
