package org.sparkrabbit.rows;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

/** Where a sink finds its columns in the rows that it is given. */
public record SinkSchema(int value, int routingKey) implements java.io.Serializable {
  public static final int ABSENT = -1;

  /** Checks all columns by name and type, and tells all that is wrong at once. */
  public static SinkSchema of(StructType given, boolean needsRoutingKey) {
    List<String> problems = new ArrayList<>();
    int value = find(given, "value", DataTypes.BinaryType, "binary", problems);
    int routingKey = find(given, "routing_key", DataTypes.StringType, "string", problems);
    if (value == ABSENT && !hasColumn(given, "value")) {
      problems.add("column value is missing: every message needs a body, as binary");
    }
    if (needsRoutingKey && routingKey == ABSENT && !hasColumn(given, "routing_key")) {
      problems.add("column routing_key is missing: it decides the partition of a super stream");
    }
    for (String name : given.fieldNames()) {
      if (!name.equals("value") && !name.equals("routing_key")) {
        problems.add("column " + name + " is unknown: drop it, or move it into value");
      }
    }
    if (!problems.isEmpty()) {
      throw new RabbitStreamsException(
          ErrorCode.SINK_SCHEMA,
          "The rows cannot be written:\n  - " + String.join("\n  - ", problems));
    }
    return new SinkSchema(value, routingKey);
  }

  private static int find(
      StructType given, String name, DataType type, String typeName, List<String> problems) {
    if (!hasColumn(given, name)) {
      return ABSENT;
    }
    int index = given.fieldIndex(name);
    StructField field = given.fields()[index];
    if (field.dataType().equals(type)) {
      return index;
    }
    problems.add(
        "column %1$s is %2$s: write cast(%1$s as %3$s)"
            .formatted(name, field.dataType().simpleString(), typeName));
    return ABSENT;
  }

  private static boolean hasColumn(StructType given, String name) {
    return List.of(given.fieldNames()).contains(name);
  }
}
