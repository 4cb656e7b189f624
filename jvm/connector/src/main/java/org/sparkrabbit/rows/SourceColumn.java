package org.sparkrabbit.rows;

import java.util.Arrays;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Every column of the source, once: its name, its type, and how it is read from a message. */
public enum SourceColumn {
  VALUE("value", DataTypes.BinaryType) {
    @Override
    void write(MessageView message, UnsafeRowWriter row, int ordinal)
        throws MalformedMessageException {
      AmqpBody body = message.body();
      row.write(ordinal, body.bytes(), body.start(), body.length());
    }
  },
  STREAM("stream", DataTypes.StringType) {
    @Override
    void write(MessageView message, UnsafeRowWriter row, int ordinal) {
      row.write(ordinal, message.stream());
    }
  },
  OFFSET("offset", DataTypes.LongType) {
    @Override
    void write(MessageView message, UnsafeRowWriter row, int ordinal) {
      row.write(ordinal, message.offset());
    }
  },
  CHUNK_TIMESTAMP("chunk_timestamp", DataTypes.TimestampType) {
    @Override
    void write(MessageView message, UnsafeRowWriter row, int ordinal) {
      row.write(ordinal, message.chunkMicros());
    }
  };

  private final String columnName;
  private final DataType type;

  SourceColumn(String columnName, DataType type) {
    this.columnName = columnName;
    this.type = type;
  }

  abstract void write(MessageView message, UnsafeRowWriter row, int ordinal)
      throws MalformedMessageException;

  public static StructType schema() {
    return new StructType(
        Arrays.stream(values())
            .map(column -> DataTypes.createStructField(column.columnName, column.type, false))
            .toArray(StructField[]::new));
  }

  static SourceColumn named(String name) {
    return Arrays.stream(values())
        .filter(column -> column.columnName.equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no column " + name));
  }
}
