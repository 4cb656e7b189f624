package org.sparkrabbit.rows;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeMapData;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Those columns of the message at hand that have to be decoded, in a row of their own: when the
 * first is asked for, all are decoded that were asked for in earlier messages.
 */
final class DecodedColumns {
  private static final long NONE = -1;

  private final StructType wanted;
  private final MessageView message;
  private final UnsafeRow[] structs;
  private final UnsafeMapData[] maps;
  private long asked;
  private RowProjection projection;
  private UnsafeRow row;
  private long decoded = NONE;

  DecodedColumns(StructType wanted, MessageView message) {
    this.wanted = wanted;
    this.message = message;
    this.structs = new UnsafeRow[wanted.size()];
    this.maps = new UnsafeMapData[wanted.size()];
    for (int ordinal = 0; ordinal < wanted.size(); ordinal++) {
      DataType type = wanted.fields()[ordinal].dataType();
      structs[ordinal] = type instanceof StructType struct ? new UnsafeRow(struct.size()) : null;
      maps[ordinal] = type instanceof MapType ? new UnsafeMapData() : null;
    }
  }

  /** Whether nothing is to be decoded for this column. */
  boolean holds(int ordinal) {
    return decoded == message.offset() && isAsked(ordinal);
  }

  private boolean isAsked(int ordinal) {
    return (asked & 1L << ordinal) != 0;
  }

  /** Throws {@link MalformedMessageException} if this column cannot be read. */
  void decode(int ordinal) {
    decoded = NONE;
    if (!isAsked(ordinal)) {
      ask(asked | 1L << ordinal);
    }
    try {
      projection.rowOf(message);
    } catch (MalformedMessageException e) {
      // It may be of another column, which nobody wants of this message.
      ask(1L << ordinal);
      projection.rowOf(message);
    }
    decoded = message.offset();
  }

  /** There are few columns: far fewer than bits. */
  private void ask(long columns) {
    asked = columns;
    projection = new RowProjection(wanted, this::isAsked);
    row = projection.row();
  }

  boolean isNull(int ordinal) {
    return row.isNullAt(ordinal);
  }

  long number(int ordinal) {
    return row.getLong(ordinal);
  }

  UTF8String text(int ordinal) {
    return row.getUTF8String(ordinal);
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
    return row.get(ordinal, wanted.fields()[ordinal].dataType());
  }
}
