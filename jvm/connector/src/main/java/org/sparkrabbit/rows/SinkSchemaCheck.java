package org.sparkrabbit.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

/** Everything that is wrong with the columns of a sink, each with its remedy. */
final class SinkSchemaCheck {
  private final StructType given;
  private final boolean needsRoutingKey;
  private final boolean ignoreUnknownColumns;
  private final Collection<String> others;
  private final List<String> problems = new ArrayList<>();

  SinkSchemaCheck(
      StructType given,
      boolean needsRoutingKey,
      boolean ignoreUnknownColumns,
      Collection<String> others) {
    this.given = given;
    this.needsRoutingKey = needsRoutingKey;
    this.ignoreUnknownColumns = ignoreUnknownColumns;
    this.others = others;
  }

  void require() {
    checkTypes();
    checkMissing();
    checkRepeated(given, "column ", "");
    if (!ignoreUnknownColumns) {
      checkUnknown();
    }
    if (!problems.isEmpty()) {
      throw new RabbitStreamsException(
          ErrorCode.SINK_SCHEMA,
          "The rows cannot be written:\n  - " + String.join("\n  - ", problems));
    }
  }

  private void checkTypes() {
    for (StructField field : given.fields()) {
      SinkColumn.named(field.name()).ifPresent(column -> checkType(column, field));
    }
  }

  private void checkType(SinkColumn column, StructField field) {
    if (!column.takes(field.dataType())) {
      problems.add(
          "column %1$s is %2$s: write cast(%1$s as %3$s)"
              .formatted(
                  column.columnName(), field.dataType().simpleString(), wanted(column, field)));
    }
    if (column == SinkColumn.PROPERTIES && field.dataType() instanceof StructType struct) {
      checkProperties(struct);
    }
  }

  /** A struct is cast field by field, so that the type to write names those that are given. */
  private static String wanted(SinkColumn column, StructField field) {
    if (column != SinkColumn.PROPERTIES) {
      return column.typeName();
    }
    StructType struct =
        field.dataType() instanceof StructType fields ? fields : PropertyField.structType();
    return Arrays.stream(struct.fields())
        .map(part -> part.name() + ":" + wantedType(part))
        .collect(Collectors.joining(",", "struct<", ">"));
  }

  private static String wantedType(StructField part) {
    return PropertyField.named(part.name())
        .map(field -> field.type().dataType())
        .orElse(part.dataType())
        .simpleString();
  }

  private void checkProperties(StructType struct) {
    checkRepeated(struct, "field properties.", " in it");
    String unknown = unknown(struct, name -> PropertyField.named(name).isPresent());
    if (!unknown.isEmpty() && !ignoreUnknownColumns) {
      problems.add(
          ("column properties has fields that AMQP does not know: drop them with"
                  + " properties.dropFields(%s), or set ignoreUnknownColumns=true")
              .formatted(unknown));
    }
  }

  private void checkMissing() {
    if (!isGiven(SinkColumn.VALUE)) {
      problems.add("column value is missing: every message needs a body, as binary");
    }
    if (needsRoutingKey && !isGiven(SinkColumn.ROUTING_KEY)) {
      problems.add("column routing_key is missing: it decides the partition of a super stream");
    }
  }

  private boolean isGiven(SinkColumn column) {
    return Arrays.stream(given.fieldNames()).anyMatch(column.columnName()::equalsIgnoreCase);
  }

  private void checkRepeated(StructType struct, String prefix, String suffix) {
    Set<String> seen = new HashSet<>();
    for (String name : struct.fieldNames()) {
      if (!seen.add(name.toLowerCase(Locale.ROOT))) {
        problems.add("%s%s is there twice%s: drop one".formatted(prefix, name, suffix));
      }
    }
  }

  private void checkUnknown() {
    String received = unknown(given, name -> !isOnlyRead(name) || isOther(name));
    if (!received.isEmpty()) {
      problems.add(
          "what only the broker gives cannot be written: drop it with df.drop(%s)"
              .formatted(received));
    }
    String unknown =
        unknown(
            given, name -> SinkColumn.named(name).isPresent() || isOnlyRead(name) || isOther(name));
    if (!unknown.isEmpty()) {
      problems.add(
          ("columns that the sink does not know: drop them with df.drop(%s), or set"
                  + " ignoreUnknownColumns=true")
              .formatted(unknown));
    }
  }

  private boolean isOther(String name) {
    return others.stream().anyMatch(name::equalsIgnoreCase);
  }

  private static boolean isOnlyRead(String name) {
    return name.equalsIgnoreCase(SourceColumn.OFFSET.columnName())
        || name.equalsIgnoreCase(SourceColumn.CHUNK_TIMESTAMP.columnName());
  }

  /** The names that are not known, quoted and separated as in a call. */
  private static String unknown(StructType struct, Predicate<String> isKnown) {
    return Arrays.stream(struct.fieldNames())
        .filter(isKnown.negate())
        .map(name -> "'" + name + "'")
        .collect(Collectors.joining(", "));
  }
}
