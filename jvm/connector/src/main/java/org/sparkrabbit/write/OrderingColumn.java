package org.sparkrabbit.write;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** A column by which rows are ordered, and how its values are looked at. */
record OrderingColumn(String name, int place, Kind kind) implements Serializable {
  private static final int LONGEST_SHOWN = 60;

  /** The types whose values are equal exactly where Spark orders neither before the other. */
  enum Kind {
    BYTE(DataTypes.ByteType),
    SHORT(DataTypes.ShortType),
    INT(DataTypes.IntegerType, DataTypes.DateType),
    LONG(DataTypes.LongType, DataTypes.TimestampType, DataTypes.TimestampNTZType),
    TEXT(DataTypes.StringType),
    BYTES(DataTypes.BinaryType);

    static final String PHRASE = "a whole number, string, binary, date or timestamp";

    private final List<DataType> types;

    Kind(DataType... types) {
      this.types = List.of(types);
    }

    /** A string of another collation has values that differ and yet are equal to Spark. */
    static Optional<Kind> of(DataType type) {
      return Arrays.stream(values()).filter(kind -> kind.types.contains(type)).findFirst();
    }
  }

  /** As Spark does it, names are found in any case. */
  static Optional<StructField> find(StructType rows, String name) {
    return Arrays.stream(rows.fields())
        .filter(field -> field.name().equalsIgnoreCase(name))
        .findFirst();
  }

  static OrderingColumn of(StructType rows, StructField field) {
    return new OrderingColumn(
        field.name(), rows.fieldIndex(field.name()), Kind.of(field.dataType()).orElseThrow());
  }

  boolean isNumber() {
    return kind != Kind.TEXT && kind != Kind.BYTES;
  }

  long number(InternalRow row) {
    return switch (kind) {
      case BYTE -> row.getByte(place);
      case SHORT -> row.getShort(place);
      case INT -> row.getInt(place);
      default -> row.getLong(place);
    };
  }

  /** Text and bytes alike; the object looks into the row. */
  UTF8String text(InternalRow row) {
    return kind == Kind.TEXT
        ? row.getUTF8String(place)
        : UTF8String.fromBytes(row.getBinary(place));
  }

  /** As in "id=7", for a message. */
  String describe(InternalRow row) {
    return name + "=" + (row.isNullAt(place) ? "null" : value(row));
  }

  private String value(InternalRow row) {
    if (isNumber()) {
      return Long.toString(number(row));
    }
    String shown =
        kind == Kind.TEXT
            ? "'" + row.getUTF8String(place) + "'"
            : HexFormat.of().formatHex(row.getBinary(place));
    return shown.length() <= LONGEST_SHOWN ? shown : shown.substring(0, LONGEST_SHOWN) + "...";
  }
}
