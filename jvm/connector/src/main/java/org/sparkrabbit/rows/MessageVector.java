package org.sparkrabbit.rows;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;

/** A column of a batch. Its values are of one type, and only that is ever asked for. */
abstract class MessageVector extends ColumnVector {
  final MessageBatch messages;

  private MessageVector(DataType type, MessageBatch messages) {
    super(type);
    this.messages = messages;
  }

  static boolean suits(SourceColumn column) {
    return switch (column) {
      case VALUE, STREAM, OFFSET, CHUNK_TIMESTAMP, CREATION_TIME, ROUTING_KEY -> true;
      case MESSAGE_PROPERTIES, MESSAGE_APPLICATION_PROPERTIES, ANNOTATIONS -> false;
    };
  }

  static MessageVector of(StructField field, MessageBatch messages) {
    SourceColumn column = SourceColumn.named(field.name());
    return switch (column) {
      case VALUE -> new Body(messages);
      case STREAM -> new Stream(messages);
      case OFFSET -> new Offset(messages);
      case CHUNK_TIMESTAMP -> new ChunkTime(messages);
      default -> new Decoded(field, column, messages);
    };
  }

  private static final class Body extends MessageVector {
    Body(MessageBatch messages) {
      super(SourceColumn.VALUE.type(), messages);
    }

    @Override
    public byte[] getBinary(int row) {
      return messages.body(row);
    }
  }

  private static final class Stream extends MessageVector {
    private final UTF8String name;

    Stream(MessageBatch messages) {
      super(SourceColumn.STREAM.type(), messages);
      this.name = UTF8String.fromString(messages.stream());
    }

    @Override
    public UTF8String getUTF8String(int row) {
      return name;
    }
  }

  private static final class Offset extends MessageVector {
    Offset(MessageBatch messages) {
      super(SourceColumn.OFFSET.type(), messages);
    }

    @Override
    public long getLong(int row) {
      return messages.offset(row);
    }
  }

  private static final class ChunkTime extends MessageVector {
    ChunkTime(MessageBatch messages) {
      super(SourceColumn.CHUNK_TIMESTAMP.type(), messages);
    }

    @Override
    public long getLong(int row) {
      return messages.chunkMicros();
    }
  }

  /** Decodes a column as a row of its own. */
  private static final class Decoded extends MessageVector {
    private final int sections;
    private final RowProjection projection;
    private InternalRow cell;
    private long decoded = -1;

    Decoded(StructField field, SourceColumn column, MessageBatch messages) {
      super(field.dataType(), messages);
      this.sections = column.sections();
      this.projection = new RowProjection(new StructType(new StructField[] {field}));
    }

    private InternalRow cell(int row) {
      long offset = messages.offset(row);
      if (decoded != offset) {
        cell = messages.value(row, sections, projection::rowOf);
        decoded = offset;
      }
      return cell;
    }

    @Override
    public boolean isNullAt(int row) {
      return cell(row).isNullAt(0);
    }

    @Override
    public long getLong(int row) {
      return cell(row).getLong(0);
    }

    @Override
    public UTF8String getUTF8String(int row) {
      return cell(row).getUTF8String(0);
    }
  }

  /** Spark may call it after each batch, though the next one uses the same columns. */
  @Override
  public void close() {}

  @Override
  public boolean isNullAt(int row) {
    return false;
  }

  @Override
  public boolean hasNull() {
    return numNulls() > 0;
  }

  @Override
  public int numNulls() {
    int nulls = 0;
    for (int row = 0; row < messages.size(); row++) {
      nulls += isNullAt(row) ? 1 : 0;
    }
    return nulls;
  }

  @Override
  public boolean getBoolean(int row) {
    throw ofAnotherType();
  }

  @Override
  public byte getByte(int row) {
    throw ofAnotherType();
  }

  @Override
  public short getShort(int row) {
    throw ofAnotherType();
  }

  @Override
  public int getInt(int row) {
    throw ofAnotherType();
  }

  @Override
  public long getLong(int row) {
    throw ofAnotherType();
  }

  @Override
  public float getFloat(int row) {
    throw ofAnotherType();
  }

  @Override
  public double getDouble(int row) {
    throw ofAnotherType();
  }

  @Override
  public ColumnarArray getArray(int row) {
    throw ofAnotherType();
  }

  @Override
  public ColumnarMap getMap(int row) {
    throw ofAnotherType();
  }

  @Override
  public Decimal getDecimal(int row, int precision, int scale) {
    throw ofAnotherType();
  }

  @Override
  public UTF8String getUTF8String(int row) {
    throw ofAnotherType();
  }

  @Override
  public byte[] getBinary(int row) {
    throw ofAnotherType();
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    throw ofAnotherType();
  }

  private UnsupportedOperationException ofAnotherType() {
    return new UnsupportedOperationException("This is a column of " + dataType());
  }
}
