package org.sparkrabbit.rows;

import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.Platform;

/** Writes the wanted columns of a message straight into Spark's row format. The row is reused. */
final class RowProjection {
  private final ColumnWriter[] columns;
  private final RowBuffer buffer = new RowBuffer();
  private final Slots slots = Slots.ofStruct(buffer);
  private final UnsafeRow row;
  private final int sections;

  /** Takes the schema that Spark asks for: some of the columns, some of the properties in them. */
  RowProjection(StructType wanted) {
    this.row = new UnsafeRow(wanted.size());
    this.columns = new ColumnWriter[wanted.size()];
    int needed = 0;
    for (int ordinal = 0; ordinal < columns.length; ordinal++) {
      StructField field = wanted.fields()[ordinal];
      SourceColumn column = SourceColumn.named(field.name());
      columns[ordinal] = column.writer(slots, field.dataType());
      needed |= column.sections();
    }
    this.sections = needed;
  }

  /** Throws {@link MalformedMessageException} where the message cannot be read. */
  UnsafeRow rowOf(MessageView message) {
    message.find(sections);
    buffer.clear();
    slots.begin(columns.length);
    for (int ordinal = 0; ordinal < columns.length; ordinal++) {
      columns[ordinal].write(message, ordinal);
    }
    row.pointTo(buffer.bytes(), Platform.BYTE_ARRAY_OFFSET, buffer.length());
    return row;
  }
}
