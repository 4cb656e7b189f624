package org.sparkrabbit.rows;

import java.util.Arrays;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.StructType;

/** Writes those AMQP properties that are asked for as a struct; the others are stepped over. */
final class PropertiesColumn implements ColumnWriter {
  private static final int UNWANTED = -1;

  private final UnsafeRowWriter row;
  private final UnsafeRowWriter struct;
  private final int width;
  private final int[] ordinals = new int[PropertyField.ALL.size()];
  private final AmqpCursor cursor = new AmqpCursor();
  private final AmqpText text = new AmqpText();

  PropertiesColumn(UnsafeRowWriter row, StructType wanted) {
    this.row = row;
    this.width = wanted.size();
    this.struct = new UnsafeRowWriter(row, width);
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
      row.setNullAt(ordinal);
      return;
    }
    int previous = row.cursor();
    struct.resetRowWriter();
    int written = writeFields(message, start);
    for (int field = 0; field < width; field++) {
      if ((written >> field & 1) == 0) {
        struct.setNullAt(field);
      }
    }
    row.setOffsetAndSizeFromPreviousCursor(ordinal, previous);
  }

  /** Gives the ordinals of the fields that were set, as bits. */
  private int writeFields(MessageView message, int start) {
    int written = 0;
    int fields = open(cursor, message, start);
    for (int index = 0; index < fields; index++) {
      int target = ordinals[index];
      if (target == UNWANTED) {
        cursor.skipValue();
      } else if (!cursor.skipNull()) {
        PropertyField.ALL.get(index).type().read(cursor, text, struct, target);
        written |= 1 << target;
      }
    }
    cursor.requireEnd();
    return written;
  }

  /** Steps into the list of properties, and tells how many there are. */
  static int open(AmqpCursor cursor, MessageView message, int start) {
    int fields = cursor.moveTo(message.bytes(), start, message.until()).openList();
    if (fields > PropertyField.ALL.size()) {
      throw new MalformedMessageException("there are %d properties".formatted(fields));
    }
    return fields;
  }

  /** Steps to one of the properties, if it is set. */
  static boolean seek(AmqpCursor cursor, MessageView message, PropertyField field) {
    int start = message.sections().properties();
    if (start == AmqpFormat.ABSENT || open(cursor, message, start) <= field.ordinal()) {
      return false;
    }
    for (int index = 0; index < field.ordinal(); index++) {
      cursor.skipValue();
    }
    return !cursor.skipNull();
  }
}
