package org.sparkrabbit.rows;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Writes the wanted columns of a message straight into Spark's row format. The row is reused. */
public final class RowProjection {
  private static final int INITIAL_BUFFER = 1024;

  private final ColumnWriter[] columns;
  private final UnsafeRowWriter row;
  private final int sections;
  private final boolean hasNulls;

  /** Takes the schema that Spark asks for: some of the columns, some of the properties in them. */
  public RowProjection(StructType wanted) {
    this.row = new UnsafeRowWriter(wanted.size(), INITIAL_BUFFER);
    this.columns = new ColumnWriter[wanted.size()];
    int needed = 0;
    boolean mayBeNull = false;
    for (int ordinal = 0; ordinal < columns.length; ordinal++) {
      StructField field = wanted.fields()[ordinal];
      SourceColumn column = SourceColumn.named(field.name());
      columns[ordinal] = column.writer(row, field.dataType());
      needed |= column.sections();
      mayBeNull |= column.isMetadata();
    }
    this.sections = needed;
    this.hasNulls = mayBeNull;
  }

  /** Throws {@link MalformedMessageException} where the message cannot be read. */
  public InternalRow rowOf(MessageView message) {
    message.find(sections);
    row.reset();
    if (hasNulls) {
      row.zeroOutNullBytes();
    }
    for (int ordinal = 0; ordinal < columns.length; ordinal++) {
      columns[ordinal].write(message, ordinal);
    }
    return row.getRow();
  }
}
