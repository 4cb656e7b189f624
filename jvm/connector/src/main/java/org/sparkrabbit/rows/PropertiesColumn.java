package org.sparkrabbit.rows;

import java.util.Arrays;
import org.apache.spark.sql.types.StructType;

/** Writes those AMQP properties that are asked for as a struct; the others are stepped over. */
final class PropertiesColumn implements ColumnWriter {
  private static final int UNWANTED = -1;
  private static final int CREATION_TIME = PropertyField.CREATION_TIME.ordinal();

  private static final PropertyType[] TYPES =
      PropertyField.ALL.stream().map(PropertyField::type).toArray(PropertyType[]::new);

  private final Slots row;
  private final Slots struct;
  private final int width;
  private final long all;
  private final int[] ordinals = new int[PropertyField.ALL.size()];
  private final AmqpCursor cursor = new AmqpCursor();
  private final AmqpText text = new AmqpText();

  PropertiesColumn(Slots row, StructType wanted) {
    this.row = row;
    this.width = wanted.size();
    this.all = (1L << width) - 1;
    this.struct = Slots.ofStruct(row.buffer());
    Arrays.fill(ordinals, UNWANTED);
    for (int ordinal = 0; ordinal < width; ordinal++) {
      String name = wanted.fields()[ordinal].name();
      PropertyField field =
          PropertyField.named(name)
              .orElseThrow(() -> new IllegalArgumentException("There is no property " + name));
      ordinals[field.ordinal()] = ordinal;
    }
  }

  @Override
  public void write(MessageView message, int ordinal) {
    int start = message.sections().properties();
    if (start == AmqpFormat.ABSENT) {
      row.setNull(ordinal);
      return;
    }
    int previous = row.buffer().length();
    struct.beginWithZeros(width);
    struct.setNulls(all & ~writeFields(message, start));
    row.enclose(ordinal, previous);
  }

  /** Tells which fields of the struct are there, as bits. */
  private long writeFields(MessageView message, int start) {
    long present = 0;
    int fields = open(cursor, message, start);
    for (int index = 0; index < fields; index++) {
      int position = cursor.position();
      int target = ordinals[index];
      if (target == UNWANTED) {
        cursor.skipValue();
      } else if (!cursor.skipNull()) {
        present |= 1L << target;
        TYPES[index].read(cursor, text, struct, target);
      }
      if (index == CREATION_TIME) {
        message.noteCreationTime(position);
      }
    }
    cursor.requireEnd();
    return present;
  }

  /** Steps into the list of properties, and tells how many there are. */
  static int open(AmqpCursor cursor, MessageView message, int start) {
    int fields = cursor.moveTo(message.bytes(), start, message.until()).openList();
    if (fields > PropertyField.ALL.size()) {
      throw new MalformedMessageException("there are %d properties".formatted(fields));
    }
    return fields;
  }

  /** Steps to that property, if it is set. */
  static boolean seekCreationTime(AmqpCursor cursor, MessageView message) {
    if (message.creationTime() != MessageView.UNKNOWN) {
      return !cursor.moveTo(message.bytes(), message.creationTime(), message.until()).skipNull();
    }
    int start = message.sections().properties();
    if (start == AmqpFormat.ABSENT || open(cursor, message, start) <= CREATION_TIME) {
      return false;
    }
    for (int index = 0; index < CREATION_TIME; index++) {
      cursor.skipValue();
    }
    return !cursor.skipNull();
  }
}
