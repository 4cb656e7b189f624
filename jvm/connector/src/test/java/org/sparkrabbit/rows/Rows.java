package org.sparkrabbit.rows;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** Rows for tests: of the objects of Java that stand for their values, and back. */
final class Rows {
  private Rows() {}

  static StructType schema(String ddl) {
    return StructType.fromDDL(ddl);
  }

  /** Strings, byte arrays, longs, maps of strings, lists for structs, and null. */
  static InternalRow generic(Object... values) {
    Object[] converted = new Object[values.length];
    for (int index = 0; index < values.length; index++) {
      converted[index] = internal(values[index]);
    }
    return new GenericInternalRow(converted);
  }

  static UnsafeRow unsafe(StructType schema, Object... values) {
    return UnsafeProjection.create(schema).apply(generic(values)).copy();
  }

  private static Object internal(Object value) {
    if (value instanceof String text) {
      return UTF8String.fromString(text);
    }
    if (value instanceof List<?> struct) {
      return generic(struct.toArray());
    }
    if (value instanceof Map<?, ?> map) {
      return new ArrayBasedMapData(
          new GenericArrayData(map.keySet().stream().map(Rows::internal).toArray()),
          new GenericArrayData(map.values().stream().map(Rows::internal).toArray()));
    }
    return value;
  }

  /** The value of a column, as the objects that {@link #generic} takes. */
  static Object value(InternalRow row, StructType schema, String column) {
    int ordinal = schema.fieldIndex(column);
    return external(row, ordinal, schema.fields()[ordinal].dataType());
  }

  private static Object external(InternalRow row, int ordinal, DataType type) {
    if (row.isNullAt(ordinal)) {
      return null;
    }
    if (type instanceof MapType) {
      return map(row.getMap(ordinal));
    }
    if (type instanceof StructType struct) {
      InternalRow fields = row.getStruct(ordinal, struct.size());
      Map<String, Object> values = new LinkedHashMap<>();
      for (StructField field : struct.fields()) {
        values.put(field.name(), value(fields, struct, field.name()));
      }
      return values;
    }
    return switch (type.typeName()) {
      case "string" -> row.getUTF8String(ordinal).toString();
      case "binary" -> row.getBinary(ordinal);
      default -> row.getLong(ordinal);
    };
  }

  private static Map<String, String> map(MapData data) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int entry = 0; entry < data.numElements(); entry++) {
      UTF8String value =
          data.valueArray().isNullAt(entry) ? null : data.valueArray().getUTF8String(entry);
      map.put(
          data.keyArray().getUTF8String(entry).toString(), value == null ? null : value.toString());
    }
    return map;
  }

  /** A row as the message that it is written as. */
  static byte[] written(SinkRow row) {
    MessageWriter writer = new MessageWriter();
    writer.encode(row);
    byte[] message = new byte[writer.size()];
    writer.writeTo(message, 0);
    return message;
  }
}
