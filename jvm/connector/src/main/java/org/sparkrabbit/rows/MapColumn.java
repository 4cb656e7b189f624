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

  /** The keys as they were written last, and whose and of which edition they are. */
  private final RowBuffer written = new RowBuffer();

  private AmqpMap source;
  private int edition;

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
    if (source == map && edition == map.edition()) {
      buffer.append(written.bytes(), 0, written.length());
    } else {
      writeKeys(map);
    }
    writeValues(map);
    row.enclose(ordinal, previous);
  }

  private void writeKeys(AmqpMap map) {
    int start = buffer.claim(Long.BYTES);
    keys.begin(map.size());
    for (int entry = 0; entry < map.size(); entry++) {
      keys.set(entry, map.keyBytes(), map.keyStart(entry), map.keyLength(entry));
    }
    buffer.setWord(start, buffer.length() - start - (long) Long.BYTES);
    written.clear();
    written.append(buffer.bytes(), start, buffer.length() - start);
    source = map;
    edition = map.edition();
  }

  private void writeValues(AmqpMap map) {
    values.begin(map.size());
    for (int entry = 0; entry < map.size(); entry++) {
      text.write(map.value(entry), values, entry);
    }
  }
}
