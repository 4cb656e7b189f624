package org.sparkrabbit.rows;

import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.StructType;

/** Writes the wanted columns of a message straight into Spark's row format. The row is reused. */
public final class RowProjection {
  private static final int INITIAL_BUFFER = 1024;

  private final SourceColumn[] columns;
  private final UnsafeRowWriter row;

  public RowProjection(StructType wanted) {
    this.columns =
        Arrays.stream(wanted.fieldNames()).map(SourceColumn::named).toArray(SourceColumn[]::new);
    this.row = new UnsafeRowWriter(columns.length, INITIAL_BUFFER);
  }

  public InternalRow rowOf(MessageView message) throws MalformedMessageException {
    row.reset();
    for (int ordinal = 0; ordinal < columns.length; ordinal++) {
      columns[ordinal].write(message, row, ordinal);
    }
    return row.getRow();
  }
}
