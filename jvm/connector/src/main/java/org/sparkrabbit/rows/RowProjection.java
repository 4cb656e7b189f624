package org.sparkrabbit.rows;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.Platform;

/** Writes the wanted columns of a message straight into Spark's row format. The row is reused. */
final class RowProjection {
  private final int width;
  private final int[] ordinals;
  private final ColumnWriter[] columns;
  private final RowBuffer buffer = new RowBuffer();
  private final Slots slots = Slots.ofStruct(buffer);
  private final UnsafeRow row;
  private final int sections;

  /** Takes the schema that Spark asks for: some of the columns, some of the properties in them. */
  RowProjection(StructType wanted) {
    this(wanted, ordinal -> true);
  }

  /**
   * Only some of its columns are written; what stands in the places of the others means nothing.
   */
  RowProjection(StructType wanted, IntPredicate isAsked) {
    this.width = wanted.size();
    this.row = new UnsafeRow(width);
    this.ordinals = IntStream.range(0, width).filter(isAsked).toArray();
    this.columns = new ColumnWriter[ordinals.length];
    int needed = 0;
    for (int index = 0; index < columns.length; index++) {
      StructField field = wanted.fields()[ordinals[index]];
      SourceColumn column = SourceColumn.named(field.name());
      columns[index] = column.writer(slots, field.dataType());
      needed |= column.sections();
    }
    this.sections = needed;
  }

  /** Throws {@link MalformedMessageException} where the message cannot be read. */
  UnsafeRow rowOf(MessageView message) {
    message.find(sections);
    buffer.clear();
    slots.begin(width);
    for (int index = 0; index < columns.length; index++) {
      columns[index].write(message, ordinals[index]);
    }
    if (row.getBaseObject() == buffer.bytes()) {
      row.setTotalSize(buffer.length());
    } else {
      row.pointTo(buffer.bytes(), Platform.BYTE_ARRAY_OFFSET, buffer.length());
    }
    return row;
  }

  /** Which values of that row are null, as bits. */
  long nulls() {
    return slots.nulls();
  }

  /** The row of the latest message. */
  UnsafeRow row() {
    return row;
  }
}
