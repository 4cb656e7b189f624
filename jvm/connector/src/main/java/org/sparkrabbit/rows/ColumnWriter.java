package org.sparkrabbit.rows;

/** Writes one column of a row. */
@FunctionalInterface
interface ColumnWriter {
  void write(MessageView message, int ordinal);
}
