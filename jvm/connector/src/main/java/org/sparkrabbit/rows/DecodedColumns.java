package org.sparkrabbit.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeMapData;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Those columns of the message at hand that have to be decoded, in a row of their own: when the
 * first is asked for, all are decoded that were asked for in earlier messages.
 */
final class DecodedColumns {
  private static final int UNASKED = -1;
  private static final long NONE = -1;

  private final StructType wanted;
  private final MessageView message;
  private final List<StructField> asked = new ArrayList<>();
  private final int[] places;
  private final UnsafeRow[] structs;
  private final UnsafeMapData[] maps;
  private RowProjection projection;
  private UnsafeRow row;
  private long decoded = NONE;

  DecodedColumns(StructType wanted, MessageView message) {
    this.wanted = wanted;
    this.message = message;
    this.places = new int[wanted.size()];
    this.structs = new UnsafeRow[wanted.size()];
    this.maps = new UnsafeMapData[wanted.size()];
    Arrays.fill(places, UNASKED);
  }

  /** Whether nothing is to be decoded for this column. */
  boolean holds(int ordinal) {
    return decoded == message.offset() && places[ordinal] != UNASKED;
  }

  /** Throws {@link MalformedMessageException} if this column cannot be read. */
  void decode(int ordinal) {
    decoded = NONE;
    if (places[ordinal] == UNASKED) {
      ask(ordinal);
    }
    try {
      row = projection.rowOf(message);
    } catch (MalformedMessageException e) {
      // It may be of another column, which nobody wants of this message.
      asked.clear();
      Arrays.fill(places, UNASKED);
      ask(ordinal);
      row = projection.rowOf(message);
    }
    decoded = message.offset();
  }

  private void ask(int ordinal) {
    StructField field = wanted.fields()[ordinal];
    places[ordinal] = asked.size();
    asked.add(field);
    projection = new RowProjection(new StructType(asked.toArray(StructField[]::new)));
    if (field.dataType() instanceof StructType type) {
      structs[ordinal] = new UnsafeRow(type.size());
    } else if (field.dataType() instanceof MapType) {
      maps[ordinal] = new UnsafeMapData();
    }
  }

  boolean isNull(int ordinal) {
    return row.isNullAt(places[ordinal]);
  }

  long number(int ordinal) {
    return row.getLong(places[ordinal]);
  }

  UTF8String text(int ordinal) {
    return row.getUTF8String(places[ordinal]);
  }

  /** What {@code UnsafeRow} gives too, but for an object of its own each time. */
  InternalRow struct(int ordinal) {
    if (isNull(ordinal)) {
      return null;
    }
    UnsafeRow struct = structs[ordinal];
    struct.pointTo(row.getBaseObject(), start(ordinal), size(ordinal));
    return struct;
  }

  /** The same. */
  MapData map(int ordinal) {
    if (isNull(ordinal)) {
      return null;
    }
    UnsafeMapData map = maps[ordinal];
    map.pointTo(row.getBaseObject(), start(ordinal), size(ordinal));
    return map;
  }

  private long start(int ordinal) {
    return row.getBaseOffset() + (number(ordinal) >>> Integer.SIZE);
  }

  private int size(int ordinal) {
    return (int) number(ordinal);
  }

  Object get(int ordinal) {
    return row.get(places[ordinal], wanted.fields()[ordinal].dataType());
  }
}
