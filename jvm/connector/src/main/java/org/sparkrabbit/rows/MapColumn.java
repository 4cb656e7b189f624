package org.sparkrabbit.rows;

import java.util.function.Function;

/**
 * Writes a section that is a map as a map of texts: in Spark's format an array of the keys behind
 * its size, then one of the values.
 */
final class MapColumn implements ColumnWriter {
  private final Slots row;
  private final RowBuffer buffer;
  private final Function<MessageView, AmqpMap> section;
  private final Slots keys;
  private final Slots values;
  private final AmqpText text = new AmqpText();

  MapColumn(Slots row, Function<MessageView, AmqpMap> section) {
    this.row = row;
    this.buffer = row.buffer();
    this.section = section;
    this.keys = Slots.ofArray(buffer);
    this.values = Slots.ofArray(buffer);
  }

  @Override
  public void write(MessageView message, int ordinal) {
    AmqpMap map = section.apply(message);
    if (map == null) {
      row.setNull(ordinal);
      return;
    }
    int previous = buffer.length();
    int sizeOfKeys = buffer.claim(Long.BYTES);
    writeKeys(map);
    buffer.setWord(sizeOfKeys, buffer.length() - sizeOfKeys - (long) Long.BYTES);
    writeValues(map);
    row.enclose(ordinal, previous);
  }

  private void writeKeys(AmqpMap map) {
    keys.begin(map.size());
    for (int entry = 0; entry < map.size(); entry++) {
      keys.set(entry, map.keyBytes(entry), map.keyStart(entry), map.keyLength(entry));
    }
  }

  private void writeValues(AmqpMap map) {
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
