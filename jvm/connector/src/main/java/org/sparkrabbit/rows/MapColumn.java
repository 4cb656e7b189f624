package org.sparkrabbit.rows;

import java.util.function.ToIntFunction;

/**
 * Writes a section that is a map as a map of texts: in Spark's format an array of the keys behind
 * its size, then one of the values.
 */
final class MapColumn implements ColumnWriter {
  private final Slots row;
  private final RowBuffer buffer;
  private final ToIntFunction<AmqpSections> section;
  private final Slots keys;
  private final Slots values;
  private final AmqpMap map = new AmqpMap();
  private final AmqpText text = new AmqpText();

  MapColumn(Slots row, ToIntFunction<AmqpSections> section) {
    this.row = row;
    this.buffer = row.buffer();
    this.section = section;
    this.keys = Slots.ofArray(buffer);
    this.values = Slots.ofArray(buffer);
  }

  @Override
  public void write(MessageView message, int ordinal) {
    int start = section.applyAsInt(message.sections());
    if (start == AmqpFormat.ABSENT) {
      row.setNull(ordinal);
      return;
    }
    map.read(message.bytes(), start, message.until());
    int previous = buffer.length();
    int sizeOfKeys = buffer.claim(Long.BYTES);
    writeKeys();
    buffer.setWord(sizeOfKeys, buffer.length() - sizeOfKeys - (long) Long.BYTES);
    writeValues();
    row.enclose(ordinal, previous);
  }

  private void writeKeys() {
    keys.begin(map.size());
    for (int entry = 0; entry < map.size(); entry++) {
      keys.set(entry, map.keyBytes(entry), map.keyStart(entry), map.keyLength(entry));
    }
  }

  private void writeValues() {
    values.begin(map.size());
    for (int entry = 0; entry < map.size(); entry++) {
      if (text.read(map.value(entry))) {
        text.write(values, entry);
      } else {
        values.setNull(entry);
      }
    }
  }
}
