package org.sparkrabbit.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
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
    if (indexOf(given, "value") == ABSENT) {
      problems.add("column value is missing: every message needs a body, as binary");
    }
    if (needsRoutingKey && indexOf(given, "routing_key") == ABSENT) {
      problems.add("column routing_key is missing: it decides the partition of a super stream");
    }
    for (String name : given.fieldNames()) {
      if (!name.equalsIgnoreCase("value") && !name.equalsIgnoreCase("routing_key")) {
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
    int index = indexOf(given, name);
    if (index == ABSENT || given.fields()[index].dataType().equals(type)) {
      return index;
    }
    problems.add(
        "column %1$s is %2$s: write cast(%1$s as %3$s)"
            .formatted(name, given.fields()[index].dataType().simpleString(), typeName));
    return ABSENT;
  }

  /** As in Spark, names differ by more than case. */
  private static int indexOf(StructType given, String name) {
    String[] names = given.fieldNames();
    return IntStream.range(0, names.length)
        .filter(index -> names[index].equalsIgnoreCase(name))
        .findFirst()
        .orElse(ABSENT);
  }
}
