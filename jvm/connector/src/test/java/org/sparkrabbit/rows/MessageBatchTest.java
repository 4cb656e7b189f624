package org.sparkrabbit.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.junit.jupiter.api.Test;

class MessageBatchTest {
  private static final StructType FLAT =
      SourceColumn.schema(List.of("creation_time", "routing_key"));

  private final MessageView view = new MessageView("orders");

  @Test
  void each_message_is_the_row_that_it_is_alone() {
    Random random = new Random(7);
    MessageBatch batch = new MessageBatch(FLAT, view, IllegalStateException::new);
    RowProjection alone = new RowProjection(FLAT);
    UnsafeProjection spark = UnsafeProjection.create(FLAT);
    for (int batches = 0; batches < 20; batches++) {
      List<byte[]> messages = messages(random, 1 + random.nextInt(600));
      long first = random.nextInt(1_000);
      ColumnarBatch columns = fill(batch, messages, first);
      assertEquals(messages.size(), columns.numRows());
      for (int row = 0; row < messages.size(); row++) {
        byte[] message = messages.get(row);
        MessageView single = new MessageView("orders");
        single.moveTo(message, 0, message.length, first + row, 1_700_000_000_000L);
        assertEquals(alone.rowOf(single), spark.apply(columns.getRow(row)));
      }
    }
  }

  @Test
  void values_are_the_same_in_whatever_order_they_are_asked_for() {
    List<byte[]> messages = messages(new Random(8), 100);
    MessageBatch batch = new MessageBatch(FLAT, view, IllegalStateException::new);
    ColumnarBatch columns = fill(batch, messages, 0);
    ColumnVector value = columns.column(FLAT.fieldIndex("value"));
    ColumnVector key = columns.column(FLAT.fieldIndex("routing_key"));
    List<byte[]> forwards = new ArrayList<>();
    List<Boolean> nulls = new ArrayList<>();
    for (int row = 0; row < 100; row++) {
      forwards.add(value.getBinary(row));
      nulls.add(key.isNullAt(row));
    }
    for (int row = 99; row >= 0; row--) {
      assertEquals(nulls.get(row), key.isNullAt(row));
      assertArrayEquals(forwards.get(row), value.getBinary(row));
    }
  }

  @Test
  void nulls_are_counted() {
    ColumnarBatch columns =
        fill(
            new MessageBatch(FLAT, view, IllegalStateException::new),
            List.of(Wire.bytes("0053 75 a0 01 'a'"), Wire.bytes("0053 75 a0 01 'b'")),
            0);
    assertEquals(0, columns.column(FLAT.fieldIndex("value")).numNulls());
    assertFalse(columns.column(FLAT.fieldIndex("offset")).hasNull());
    assertEquals(2, columns.column(FLAT.fieldIndex("routing_key")).numNulls());
    assertTrue(columns.column(FLAT.fieldIndex("creation_time")).hasNull());
  }

  @Test
  void what_is_not_asked_for_is_not_decoded() {
    byte[] good = Wire.bytes("0053 75 a0 01 'a'");
    byte[] damaged = Wire.bytes("0053 75 41");
    ColumnarBatch columns =
        fill(
            new MessageBatch(FLAT, view, e -> new IllegalStateException("at " + view.offset(), e)),
            List.of(good, damaged, good),
            40);
    assertEquals(41, columns.column(FLAT.fieldIndex("offset")).getLong(1));
    assertEquals("orders", columns.column(FLAT.fieldIndex("stream")).getUTF8String(1).toString());
    ColumnVector value = columns.column(FLAT.fieldIndex("value"));
    assertEquals(
        "at 41", assertThrows(IllegalStateException.class, () -> value.getBinary(1)).getMessage());
    assertArrayEquals(new byte[] {'a'}, value.getBinary(2));
  }

  @Test
  void a_batch_without_columns_has_rows() {
    MessageBatch batch = new MessageBatch(new StructType(), view, IllegalStateException::new);
    assertEquals(3, fill(batch, messages(new Random(9), 3), 0).numRows());
  }

  @Test
  void columns_outlive_their_batches() {
    MessageBatch batch = new MessageBatch(FLAT, view, IllegalStateException::new);
    fill(batch, messages(new Random(10), 2), 0).close();
    ColumnarBatch columns = fill(batch, List.of(Wire.bytes("0053 75 a0 01 'a'")), 2);
    assertArrayEquals(new byte[] {'a'}, columns.column(0).getBinary(0));
  }

  @Test
  void decoding_is_measured() {
    MessageBatch batch = new MessageBatch(FLAT, view, IllegalStateException::new);
    ColumnarBatch columns = fill(batch, messages(new Random(11), 300), 0);
    assertEquals(0, batch.nanos());
    for (int row = 0; row < 300; row++) {
      columns.column(FLAT.fieldIndex("value")).getBinary(row);
    }
    assertTrue(batch.nanos() > 0);
    assertEquals(0, batch.nanos());
  }

  @Test
  void structs_and_maps_are_left_to_rows() {
    assertTrue(MessageBatch.suits(FLAT));
    assertTrue(MessageBatch.suits(new StructType()));
    for (String nested : List.of("properties", "application_properties", "message_annotations")) {
      StructField field = SourceColumn.schema().apply(nested);
      assertFalse(MessageBatch.suits(FLAT.add(field)));
    }
  }

  private static List<byte[]> messages(Random random, int count) {
    List<byte[]> messages = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      messages.add(new RandomMessage(random.nextLong()).encoded());
    }
    return messages;
  }

  private static ColumnarBatch fill(MessageBatch batch, List<byte[]> messages, long first) {
    byte[] array = Encoded.joined(messages);
    int position = 0;
    for (int index = 0; index < messages.size(); index++) {
      batch.starts()[index] = position;
      position += messages.get(index).length;
      batch.ends()[index] = position;
    }
    Arrays.fill(batch.starts(), messages.size(), MessageBatch.MOST_MESSAGES, -1);
    return batch.of(array, messages.size(), first, 1_700_000_000_000L);
  }
}
