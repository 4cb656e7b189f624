package org.sparkrabbit.rows;

import static org.sparkrabbit.rows.AmqpFormat.ABSENT;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Where a sink finds its columns, and the fields of {@code properties}, in its rows. */
public final class SinkSchema implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int[] columns = new int[SinkColumn.values().length];
  private final int[] properties = new int[PropertyField.ALL.size()];
  private int propertiesWidth;

  public static SinkSchema of(
      StructType given, boolean needsRoutingKey, boolean ignoreUnknownColumns) {
    return of(given, needsRoutingKey, ignoreUnknownColumns, List.of());
  }

  /**
   * Checks all columns by name and type, and tells all that is wrong at once. Columns that are not
   * the sink's are among that, unless they are to be ignored, or serve another purpose.
   */
  public static SinkSchema of(
      StructType given,
      boolean needsRoutingKey,
      boolean ignoreUnknownColumns,
      Collection<String> others) {
    new SinkSchemaCheck(given, needsRoutingKey, ignoreUnknownColumns, others).require();
    return new SinkSchema(given);
  }

  private SinkSchema(StructType given) {
    Arrays.fill(columns, ABSENT);
    Arrays.fill(properties, ABSENT);
    for (int index = 0; index < given.size(); index++) {
      StructField field = given.fields()[index];
      int position = index;
      SinkColumn.named(field.name()).ifPresent(column -> columns[column.ordinal()] = position);
    }
    if (has(SinkColumn.PROPERTIES)) {
      placeProperties((StructType) given.fields()[column(SinkColumn.PROPERTIES)].dataType());
    }
  }

  private void placeProperties(StructType struct) {
    propertiesWidth = struct.size();
    for (int index = 0; index < propertiesWidth; index++) {
      int position = index;
      PropertyField.named(struct.fields()[index].name())
          .ifPresent(field -> properties[field.ordinal()] = position);
    }
  }

  public boolean has(SinkColumn column) {
    return column(column) != ABSENT;
  }

  int column(SinkColumn column) {
    return columns[column.ordinal()];
  }

  int property(PropertyField field) {
    return properties[field.ordinal()];
  }

  int propertiesWidth() {
    return propertiesWidth;
  }
}
