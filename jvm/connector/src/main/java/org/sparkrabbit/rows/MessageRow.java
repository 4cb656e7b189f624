package org.sparkrabbit.rows;

import java.util.function.Function;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeMapData;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The message at hand as a row of Spark, which decodes what is asked for when it is asked for.
 * Spark puts a projection of its own behind every source, and so takes out what a query uses; in a
 * streaming query that is the only way in which it tells.
 *
 * <p>One object serves all messages of a range. What it gives holds until the next message.
 */
@SuppressWarnings("serial") // To Spark a row is serializable; that of a source never travels.
public final class MessageRow extends GenericInternalRow {
  private final StructType wanted;
  private final MessageView message;
  private final Function<MalformedMessageException, RuntimeException> failure;
  private final SourceColumn[] columns;
  private final Cell[] cells;
  private final UTF8String stream;

  /** Of what rows have been made so far: all of it is found in one walk along the next message. */
  private int sections;

  private boolean isTimed;
  private long nanos;

  /** What hinders a message from being decoded is thrown as the function says. */
  public MessageRow(
      StructType wanted,
      MessageView message,
      Function<MalformedMessageException, RuntimeException> failure) {
    this.wanted = wanted;
    this.message = message;
    this.failure = failure;
    this.stream = UTF8String.fromString(message.stream());
    this.columns = new SourceColumn[wanted.size()];
    this.cells = new Cell[wanted.size()];
    for (int ordinal = 0; ordinal < columns.length; ordinal++) {
      StructField field = wanted.fields()[ordinal];
      columns[ordinal] = SourceColumn.named(field.name());
      cells[ordinal] = columns[ordinal].isMetadata() ? new Cell(field) : null;
    }
  }

  /** A column that is decoded as a row of its own. */
  private static final class Cell {
    private final RowProjection projection;
    private final UnsafeRow struct;
    private final UnsafeMapData map = new UnsafeMapData();
    private UnsafeRow row;
    private long decoded = -1;

    Cell(StructField field) {
      projection = new RowProjection(new StructType(new StructField[] {field}));
      struct = field.dataType() instanceof StructType type ? new UnsafeRow(type.size()) : null;
    }

    /** What {@code UnsafeRow} gives too, but for an object of its own each time. */
    InternalRow struct() {
      if (row.isNullAt(0)) {
        return null;
      }
      struct.pointTo(row.getBaseObject(), start(), size());
      return struct;
    }

    /** The same. */
    MapData map() {
      if (row.isNullAt(0)) {
        return null;
      }
      map.pointTo(row.getBaseObject(), start(), size());
      return map;
    }

    private long start() {
      return row.getBaseOffset() + (row.getLong(0) >>> Integer.SIZE);
    }

    private int size() {
      return (int) row.getLong(0);
    }
  }

  /** Begins to measure how long the decoding of the message at hand takes. */
  public void time() {
    isTimed = true;
    nanos = 0;
  }

  public boolean isTimed() {
    return isTimed;
  }

  /** Ends the measurement. */
  public long nanos() {
    isTimed = false;
    return nanos;
  }

  private Cell cell(int ordinal) {
    Cell cell = cells[ordinal];
    if (cell.decoded != message.offset()) {
      long began = isTimed ? System.nanoTime() : 0;
      try {
        find(ordinal);
        cell.row = cell.projection.rowOf(message);
      } catch (MalformedMessageException e) {
        throw failure.apply(e);
      }
      cell.decoded = message.offset();
      nanos += isTimed ? System.nanoTime() - began : 0;
    }
    return cell;
  }

  private void find(int ordinal) {
    sections |= columns[ordinal].sections();
    message.find(sections);
  }

  @Override
  public boolean isNullAt(int ordinal) {
    return cells[ordinal] != null && cell(ordinal).row.isNullAt(0);
  }

  @Override
  public byte[] getBinary(int ordinal) {
    long began = isTimed ? System.nanoTime() : 0;
    try {
      find(ordinal);
    } catch (MalformedMessageException e) {
      throw failure.apply(e);
    }
    byte[] body = message.sections().body().copy();
    nanos += isTimed ? System.nanoTime() - began : 0;
    return body;
  }

  @Override
  public UTF8String getUTF8String(int ordinal) {
    return cells[ordinal] == null ? stream : cell(ordinal).row.getUTF8String(0);
  }

  @Override
  public long getLong(int ordinal) {
    return switch (columns[ordinal]) {
      case OFFSET -> message.offset();
      case CHUNK_TIMESTAMP -> message.chunkMicros();
      default -> cell(ordinal).row.getLong(0);
    };
  }

  @Override
  public InternalRow getStruct(int ordinal, int fields) {
    return cell(ordinal).struct();
  }

  @Override
  public MapData getMap(int ordinal) {
    return cell(ordinal).map();
  }

  /** What the other getters ask for, and a copy is made of. */
  @Override
  public Object genericGet(int ordinal) {
    if (isNullAt(ordinal)) {
      return null;
    }
    return switch (columns[ordinal]) {
      case VALUE -> getBinary(ordinal);
      case STREAM -> stream;
      case OFFSET, CHUNK_TIMESTAMP -> getLong(ordinal);
      default -> cell(ordinal).row.get(0, wanted.fields()[ordinal].dataType());
    };
  }

  @Override
  public int numFields() {
    return columns.length;
  }

  @Override
  public void setNullAt(int ordinal) {
    throw readOnly();
  }

  @Override
  public void update(int ordinal, Object value) {
    throw readOnly();
  }

  private static UnsupportedOperationException readOnly() {
    return new UnsupportedOperationException("A message that is read does not change");
  }
}
