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
import java.util.stream.Stream;
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
      byte[] encoded = null;
      for (int message = 0; message < 100; message++) {
        if (encoded == null || random.nextBoolean()) {
          encoded = new RandomMessage(random.nextLong()).encoded();
        }
        long millis = 1_700_000_000_000L + message;
        MessageView fresh = new MessageView("orders");
        fresh.moveTo(encoded, 0, encoded.length, message, millis);
        InternalRow expected = eager.rowOf(fresh).copy();
        view.moveTo(encoded, 0, encoded.length, message, millis);
        row.begin();
        assertEquals(expected, spark.apply(row));
        assertEquals(expected, spark.apply(row.copy()));
      }
    }
  }

  @Test
  void the_texts_of_a_message_are_its_own_whichever_keys_came_before() {
    StructType wanted = SourceColumn.schema(List.of("application_properties", "routing_key"));
    List<byte[]> messages =
        Stream.of(
                Wire.map("a101'a'", "a101'b'", "a101'c'", "5401"),
                Wire.map("a101'a'", "a102'xy'", "a101'c'", "40"),
                Wire.map("a101'c'", "a101'b'", "a101'a'", "a101'd'"),
                Wire.map("a101'a'", "a101'e'"),
                Wire.map("a301'a'", "a101'f'"),
                Wire.map("a101'a'", "a101'g'", "a101'a'", "a101'h'"),
                Wire.map("a101'a'", "a101'i'", "5407", "a101'j'"),
                Wire.map("a10b'routing_key'", "a101'k'", "a101'a'", "a101'l'"),
                Wire.map("a10b'routing_kez'", "a101'm'", "a101'a'", "a101'n'"),
                "c10100")
            .map(map -> Wire.bytes("005374" + map + "005375a00161"))
            .toList();
    MessageView view = new MessageView("orders");
    MessageRow row = new MessageRow(wanted, view, IllegalStateException::new);
    UnsafeProjection spark = UnsafeProjection.create(wanted);
    Random random = new Random(7);
    for (int offset = 0; offset < 1_000; offset++) {
      byte[] encoded = messages.get(random.nextInt(messages.size()));
      MessageView fresh = new MessageView("orders");
      fresh.moveTo(encoded, 0, encoded.length, offset, 0);
      InternalRow expected = new RowProjection(wanted).rowOf(fresh);
      view.moveTo(encoded, 0, encoded.length, offset, 0);
      row.begin();
      assertEquals(expected, spark.apply(row));
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
    row.begin();
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
      row.begin();
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
  void a_damaged_message_leaves_nothing_behind() {
    byte[] whole = Wire.bytes("005373" + Wire.list("5307") + "005375a00161");
    MessageView view = new MessageView("orders");
    MessageRow row = new MessageRow(ALL, view, IllegalStateException::new);
    int properties = ALL.fieldIndex("properties");
    for (String damaged : List.of("41", "005373c00401a10578", "0053", "41")) {
      byte[] message = Wire.bytes(damaged);
      view.moveTo(message, 0, message.length, 0, 0);
      row.begin();
      assertThrows(IllegalStateException.class, () -> row.isNullAt(properties), damaged);
      view.moveTo(whole, 0, whole.length, 1, 0);
      row.begin();
      assertEquals("7", row.getStruct(properties, 13).getUTF8String(0).toString());
    }
  }

  @Test
  void a_section_that_is_damaged_hinders_none_before_it_whatever_was_asked_of_other_messages() {
    byte[] whole = Wire.bytes("005374" + Wire.map("a101'a'", "a101'b'") + "005375a00161");
    byte[] damaged = Wire.bytes("005374" + Wire.map("a101'a'", "a101'c'") + "41");
    MessageView view = new MessageView("orders");
    MessageRow row = new MessageRow(ALL, view, IllegalStateException::new);
    int texts = ALL.fieldIndex("application_properties");
    int value = ALL.fieldIndex("value");
    view.moveTo(whole, 0, whole.length, 0, 0);
    row.begin();
    assertEquals(1, row.getBinary(value).length);
    assertEquals("b", row.getMap(texts).valueArray().getUTF8String(0).toString());
    view.moveTo(damaged, 0, damaged.length, 1, 0);
    row.begin();
    assertEquals("c", row.getMap(texts).valueArray().getUTF8String(0).toString());
    assertThrows(IllegalStateException.class, () -> row.getBinary(value));
    assertTrue(row.isNullAt(ALL.fieldIndex("routing_key")));
    assertEquals("c", row.getMap(texts).valueArray().getUTF8String(0).toString());
  }

  @Test
  void a_creation_time_that_ends_beyond_its_list_is_told_whoever_else_came_past_it() {
    String nulls = "40".repeat(9);
    byte[] whole = Wire.bytes("005373c0130a" + nulls + "83000000000000000a");
    byte[] damaged =
        Wire.bytes("005373c00d0a" + nulls + "830000" + "005374" + Wire.map("a101'a'", "a101'c'"));
    MessageView view = new MessageView("orders");
    MessageRow row = new MessageRow(ALL, view, IllegalStateException::new);
    int time = ALL.fieldIndex("creation_time");
    view.moveTo(whole, 0, whole.length, 0, 0);
    row.begin();
    assertFalse(row.isNullAt(ALL.fieldIndex("properties")));
    assertEquals(10_000, row.getLong(time));
    view.moveTo(damaged, 0, damaged.length, 1, 0);
    row.begin();
    assertThrows(IllegalStateException.class, () -> row.isNullAt(time));
  }

  @Test
  void a_measurement_counts_the_decoding_of_its_message() {
    byte[] encoded = Wire.bytes("005373" + Wire.list("5307") + "005375a00161");
    MessageView view = new MessageView("orders");
    MessageRow row = new MessageRow(ALL, view, IllegalStateException::new);
    for (int offset = 0; offset < 3; offset++) {
      view.moveTo(encoded, 0, encoded.length, offset, 0);
      row.time();
      row.begin();
      assertTrue(row.isTimed());
      assertFalse(row.isNullAt(ALL.fieldIndex("properties")));
      assertTrue(row.nanos() > 0);
      assertFalse(row.isTimed());
    }
  }

  @Test
  void what_the_message_before_was_not_asked_for_is_not_decoded_ahead() {
    byte[] whole = Wire.bytes("005373" + Wire.list("5307") + "005375a00161");
    byte[] damaged = {0, 0x53, 0x73, 0x41};
    MessageView view = new MessageView("orders");
    MessageRow row = new MessageRow(ALL, view, IllegalStateException::new);
    int properties = ALL.fieldIndex("properties");
    long offset = 0;
    view.moveTo(whole, 0, whole.length, offset++, 0);
    row.begin();
    assertFalse(row.isNullAt(properties));
    for (int message = 0; message < 3; message++) {
      view.moveTo(damaged, 0, damaged.length, offset, 0);
      row.begin();
      assertEquals(offset++, row.getLong(ALL.fieldIndex("offset")));
    }
    assertThrows(IllegalStateException.class, () -> row.isNullAt(properties));
    view.moveTo(whole, 0, whole.length, offset, 0);
    row.begin();
    assertFalse(row.isNullAt(properties));
  }
}
