package org.sparkrabbit.rows;

import static org.sparkrabbit.rows.AmqpFormat.TIMESTAMP;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/** The kinds of values that AMQP properties have, and how each is read and written. */
enum PropertyType {
  TEXT(DataTypes.StringType) {
    @Override
    void read(AmqpCursor in, AmqpText text, Slots row, int ordinal) {
      text.write(in, row, ordinal);
    }

    @Override
    Object read(AmqpCursor in, AmqpText text) {
      return text.read(in) ? text.toString() : null;
    }

    @Override
    void write(InternalRow row, int ordinal, AmqpEncoder out) {
      out.string(row.getUTF8String(ordinal));
    }

    @Override
    Object read(InternalRow row, int ordinal) {
      return row.getUTF8String(ordinal).toString();
    }
  },
  SYMBOL(DataTypes.StringType) {
    @Override
    void read(AmqpCursor in, AmqpText text, Slots row, int ordinal) {
      TEXT.read(in, text, row, ordinal);
    }

    @Override
    Object read(AmqpCursor in, AmqpText text) {
      return TEXT.read(in, text);
    }

    @Override
    void write(InternalRow row, int ordinal, AmqpEncoder out) {
      out.symbol(row.getUTF8String(ordinal));
    }

    @Override
    Object read(InternalRow row, int ordinal) {
      return TEXT.read(row, ordinal);
    }
  },
  BINARY(DataTypes.BinaryType) {
    @Override
    void read(AmqpCursor in, AmqpText text, Slots row, int ordinal) {
      text.readBytes(in);
      text.write(row, ordinal);
    }

    @Override
    Object read(AmqpCursor in, AmqpText text) {
      text.readBytes(in);
      return text.copy();
    }

    @Override
    void write(InternalRow row, int ordinal, AmqpEncoder out) {
      out.binary(SinkRow.bytes(row, ordinal));
    }

    @Override
    Object read(InternalRow row, int ordinal) {
      return row.getBinary(ordinal).clone();
    }
  },
  TIME(DataTypes.TimestampType) {
    @Override
    void read(AmqpCursor in, AmqpText text, Slots row, int ordinal) {
      row.set(ordinal, Times.micros(millis(in)));
    }

    @Override
    Object read(AmqpCursor in, AmqpText text) {
      return Times.instant(Times.micros(millis(in)));
    }

    @Override
    void write(InternalRow row, int ordinal, AmqpEncoder out) {
      out.timestamp(Times.millis(row.getLong(ordinal)));
    }

    @Override
    Object read(InternalRow row, int ordinal) {
      return Times.instant(row.getLong(ordinal));
    }
  },
  SEQUENCE_NUMBER(DataTypes.LongType) {
    @Override
    void read(AmqpCursor in, AmqpText text, Slots row, int ordinal) {
      row.set(ordinal, sequenceNumber(in));
    }

    @Override
    Object read(AmqpCursor in, AmqpText text) {
      return sequenceNumber(in);
    }

    @Override
    void write(InternalRow row, int ordinal, AmqpEncoder out) {
      long number = row.getLong(ordinal);
      if (number < 0 || number > LARGEST_SEQUENCE_NUMBER) {
        throw new InvalidRowException(
            "properties.group_sequence is %d, and must lie between 0 and %d"
                .formatted(number, LARGEST_SEQUENCE_NUMBER));
      }
      out.uint((int) number);
    }

    @Override
    Object read(InternalRow row, int ordinal) {
      return row.getLong(ordinal);
    }
  };

  private static final long LARGEST_SEQUENCE_NUMBER = 0xffff_ffffL;

  private final DataType dataType;

  PropertyType(DataType dataType) {
    this.dataType = dataType;
  }

  DataType dataType() {
    return dataType;
  }

  /** From a message into a row. */
  abstract void read(AmqpCursor in, AmqpText text, Slots row, int ordinal);

  /** From a message into an object of Java. */
  abstract Object read(AmqpCursor in, AmqpText text);

  /** From a row into a message. */
  abstract void write(InternalRow row, int ordinal, AmqpEncoder out);

  /** From a row into an object of Java. */
  abstract Object read(InternalRow row, int ordinal);

  private static long millis(AmqpCursor in) {
    int form = in.nextByte();
    if (form != TIMESTAMP) {
      throw new MalformedMessageException("0x%02x stands where a timestamp should".formatted(form));
    }
    return in.nextLong();
  }

  /** Some clients write another integer type than the standard's. */
  private static long sequenceNumber(AmqpCursor in) {
    int form = in.nextByte();
    return switch (form) {
      case AmqpFormat.UINT_0, AmqpFormat.ULONG_0 -> 0;
      case AmqpFormat.SMALL_UINT, AmqpFormat.SMALL_ULONG, AmqpFormat.UBYTE -> in.nextByte();
      case AmqpFormat.SMALL_INT, AmqpFormat.SMALL_LONG, AmqpFormat.BYTE -> (byte) in.nextByte();
      case AmqpFormat.USHORT -> in.nextShort() & 0xffff;
      case AmqpFormat.SHORT -> in.nextShort();
      case AmqpFormat.UINT -> in.nextInt() & 0xffff_ffffL;
      case AmqpFormat.INT -> in.nextInt();
      case AmqpFormat.ULONG, AmqpFormat.LONG -> in.nextLong();
      default ->
          throw new MalformedMessageException(
              "0x%02x stands where a number should".formatted(form));
    };
  }
}
