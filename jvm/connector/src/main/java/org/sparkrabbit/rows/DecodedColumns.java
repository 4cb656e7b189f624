package org.sparkrabbit.rows;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeMapData;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Those columns of the message at hand that have to be decoded, in a row of their own, all at once:
 * those that were asked for in earlier messages, and the one that is asked for now.
 */
final class DecodedColumns {
  private final StructType wanted;
  private final MessageView message;
  private final UnsafeRow[] structs;
  private final UnsafeMapData[] maps;

  /** Columns as bits: those that have to be decoded. There are far fewer columns than bits. */
  private final long all;

  /** Those that the row is made of. */
  private long asked;

  /** Those that it holds for the message at hand. */
  private long held;

  private long nulls;
  private boolean isUsed;
  private RowProjection projection;
  private UnsafeRow row;

  DecodedColumns(StructType wanted, MessageView message) {
    this.wanted = wanted;
    this.message = message;
    this.structs = new UnsafeRow[wanted.size()];
    this.maps = new UnsafeMapData[wanted.size()];
    long metadata = 0;
    for (int ordinal = 0; ordinal < wanted.size(); ordinal++) {
      StructField field = wanted.fields()[ordinal];
      DataType type = field.dataType();
      structs[ordinal] = type instanceof StructType struct ? new UnsafeRow(struct.size()) : null;
      maps[ordinal] = type instanceof MapType ? new UnsafeMapData() : null;
      metadata |= SourceColumn.named(field.name()).isMetadata() ? 1L << ordinal : 0;
    }
    this.all = metadata;
  }

  private static boolean has(long columns, int ordinal) {
    return (columns >>> ordinal & 1) != 0;
  }

  /** Whether this is a column that has to be decoded. */
  boolean mayHold(int ordinal) {
    return has(all, ordinal);
  }

  /** Whether nothing is to be decoded for this column, which somebody asks for. */
  boolean hold(int ordinal) {
    isUsed = true;
    return has(held, ordinal);
  }

  /** Whether any column that was decoded was asked for since {@link #decode()}. */
  boolean wereUsed() {
    return isUsed && asked != 0;
  }

  /** Holds nothing, as the message at hand is another. */
  void clear() {
    held = 0;
  }

  /** As if no column had been asked for so far. */
  void forget() {
    clear();
    asked = 0;
  }

  /** Throws {@link MalformedMessageException} if any column cannot be read. */
  void decode() {
    isUsed = false;
    write();
  }

  /** Throws {@link MalformedMessageException} if this column cannot be read. */
  void decode(int ordinal) {
    clear();
    long only = 1L << ordinal;
    ask(asked | only);
    try {
      write();
    } catch (MalformedMessageException e) {
      if (asked == only) {
        throw e;
      }
      // It may be of another column, which nobody wants of this message.
      ask(only);
      write();
    }
  }

  private void ask(long columns) {
    if (columns != asked) {
      asked = columns;
      projection = new RowProjection(wanted, ordinal -> has(columns, ordinal));
      row = projection.row();
    }
  }

  private void write() {
    projection.rowOf(message);
    nulls = projection.nulls();
    held = asked;
  }

  boolean isNull(int ordinal) {
    return has(nulls, ordinal);
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
