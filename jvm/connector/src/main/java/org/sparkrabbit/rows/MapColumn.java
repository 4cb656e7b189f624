package org.sparkrabbit.rows;

import java.util.function.ToIntFunction;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeArrayWriter;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.unsafe.Platform;

/**
 * Writes a section that is a map as a map of texts: in Spark's format an array of the keys behind
 * its size, then one of the values.
 */
final class MapColumn implements ColumnWriter {
  private final UnsafeRowWriter row;
  private final ToIntFunction<AmqpSections> section;
  private final UnsafeArrayWriter keys;
  private final UnsafeArrayWriter values;
  private final AmqpMap map = new AmqpMap();
  private final AmqpText text = new AmqpText();

  MapColumn(UnsafeRowWriter row, ToIntFunction<AmqpSections> section) {
    this.row = row;
    this.section = section;
    this.keys = new UnsafeArrayWriter(row, Long.BYTES);
    this.values = new UnsafeArrayWriter(row, Long.BYTES);
  }

  @Override
  public void write(MessageView message, int ordinal) {
    int start = section.applyAsInt(message.sections());
    if (start == AmqpFormat.ABSENT) {
      row.setNullAt(ordinal);
      return;
    }
    map.read(message.bytes(), start, message.until());
    int previous = row.cursor();
    row.grow(Long.BYTES);
    row.increaseCursor(Long.BYTES);
    writeKeys();
    Platform.putLong(row.getBuffer(), previous, row.cursor() - previous - (long) Long.BYTES);
    writeValues();
    row.setOffsetAndSizeFromPreviousCursor(ordinal, previous);
  }

  private void writeKeys() {
    keys.initialize(map.size());
    for (int entry = 0; entry < map.size(); entry++) {
      keys.write(entry, map.keyBytes(entry), map.keyStart(entry), map.keyLength(entry));
    }
  }

  private void writeValues() {
    values.initialize(map.size());
    for (int entry = 0; entry < map.size(); entry++) {
      if (text.read(map.value(entry))) {
        text.write(values, entry);
      } else {
        values.setNull8Bytes(entry);
      }
    }
  }
}
