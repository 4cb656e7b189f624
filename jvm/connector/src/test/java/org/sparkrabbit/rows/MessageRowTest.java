package org.sparkrabbit.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

class MessageRowTest {
  private static final StructType ALL = SourceColumn.schema();

  @Test
  void what_spark_takes_out_is_what_an_eager_row_holds_whichever_columns_it_wants() {
    Random random = new Random(5);
    for (int schemas = 0; schemas < 20; schemas++) {
      StructType wanted = some(random);
      MessageView view = new MessageView("orders");
      MessageRow row = new MessageRow(wanted, view, IllegalStateException::new);
      UnsafeProjection spark = UnsafeProjection.create(wanted);
      RowProjection eager = new RowProjection(wanted);
      for (int message = 0; message < 100; message++) {
        byte[] encoded = new RandomMessage(random.nextLong()).encoded();
        view.moveTo(encoded, 0, encoded.length, message, 1_700_000_000_000L + message);
        InternalRow expected = eager.rowOf(view).copy();
        assertEquals(expected, spark.apply(row));
        assertEquals(expected, spark.apply(row.copy()));
      }
    }
  }

  private static StructType some(Random random) {
    List<StructField> fields = new ArrayList<>(List.of(ALL.fields()));
    Collections.shuffle(fields, random);
    return new StructType(
        fields.subList(0, 1 + random.nextInt(fields.size())).toArray(StructField[]::new));
  }

  @Test
  void what_is_not_asked_for_is_not_decoded() {
    byte[] damaged = {0, 0x53, 0x75, 0x41};
    MessageView view = new MessageView("orders");
    MessageRow row = new MessageRow(ALL, view, IllegalStateException::new);
    view.moveTo(damaged, 0, damaged.length, 7, 0);
    assertEquals(7, row.getLong(ALL.fieldIndex("offset")));
    assertEquals("orders", row.getUTF8String(ALL.fieldIndex("stream")).toString());
    assertThrows(IllegalStateException.class, () -> row.getBinary(ALL.fieldIndex("value")));
  }

  @Test
  void a_column_that_cannot_be_decoded_hinders_none_that_are_asked_for_without_it() {
    byte[] whole = HexFormat.of().parseHex("005373c00401a10178" + "005374c10702a1016ba10176");
    byte[] damaged = HexFormat.of().parseHex("005373c00401a10578" + "005374c10702a1016ba10176");
    MessageView view = new MessageView("orders");
    MessageRow row = new MessageRow(ALL, view, IllegalStateException::new);
    int properties = ALL.fieldIndex("properties");
    int texts = ALL.fieldIndex("application_properties");
    for (int offset = 0; offset < 4; offset++) {
      boolean isWhole = offset % 2 == 0;
      byte[] message = isWhole ? whole : damaged;
      view.moveTo(message, 0, message.length, offset, 0);
      for (int times = 0; times < 2; times++) {
        assertEquals("v", row.getMap(texts).valueArray().getUTF8String(0).toString());
        if (isWhole) {
          assertEquals("x", row.getStruct(properties, 13).getUTF8String(0).toString());
        } else {
          assertThrows(IllegalStateException.class, () -> row.getStruct(properties, 13));
        }
      }
    }
  }

  @Test
  void a_measurement_counts_the_decoding_of_its_message() {
    byte[] encoded = new RandomMessage(1).encoded();
    MessageView view = new MessageView("orders");
    MessageRow row = new MessageRow(ALL, view, IllegalStateException::new);
    view.moveTo(encoded, 0, encoded.length, 0, 0);
    row.time();
    assertTrue(row.isTimed());
    row.getBinary(ALL.fieldIndex("value"));
    assertTrue(row.nanos() > 0);
    assertFalse(row.isTimed());
  }
}
