package org.sparkrabbit.write;

import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;

/** Compares each row with the one before it, in the columns that should tell them apart. */
final class RowOrder {
  private final List<OrderingColumn> columns;
  private final boolean[] nulls;
  private final long[] numbers;
  private final UTF8String[] texts;
  private boolean hasRow;

  RowOrder(List<OrderingColumn> columns) {
    this.columns = columns;
    this.nulls = new boolean[columns.size()];
    this.numbers = new long[columns.size()];
    this.texts = new UTF8String[columns.size()];
  }

  /** Goes on to the next row, and tells whether it is equal to the one before in all columns. */
  boolean isRepeatedBy(InternalRow row) {
    boolean isEqual = hasRow;
    for (int index = 0; index < texts.length; index++) {
      isEqual &= isKept(columns.get(index), index, row);
    }
    hasRow = true;
    return isEqual;
  }

  private boolean isKept(OrderingColumn column, int index, InternalRow row) {
    boolean isNull = row.isNullAt(column.place());
    boolean isEqual = nulls[index] == isNull;
    nulls[index] = isNull;
    if (isNull) {
      return isEqual;
    }
    if (column.isNumber()) {
      long number = column.number(row);
      isEqual &= numbers[index] == number;
      numbers[index] = number;
    } else {
      UTF8String text = column.text(row);
      boolean isSame = Objects.equals(texts[index], text);
      isEqual &= isSame;
      // Spark uses the memory of a row again; so does this, for a value that comes again.
      texts[index] = isSame ? texts[index] : text.clone();
    }
    return isEqual;
  }
}
