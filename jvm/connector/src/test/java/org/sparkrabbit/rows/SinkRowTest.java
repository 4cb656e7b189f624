package org.sparkrabbit.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;

class SinkRowTest {
  private static final byte[] A = {'a'};

  @Test
  void a_row_shows_its_message_to_partitioners_and_extractors() {
    StructType schema =
        Rows.schema(
            "value binary, stream string, routing_key string,"
                + " properties struct<user_id:binary,group_sequence:bigint,subject:string>,"
                + " application_properties map<string,string>,"
                + " message_annotations map<string,string>,"
                + " creation_time timestamp, publishing_id bigint");
    Object[] values = {
      A, "orders", "key", Arrays.asList(A, 7L, "s"), Map.of("a", "b"), Map.of("c", "d"), 1_000L, 9L
    };
    for (InternalRow input : List.of(Rows.generic(values), Rows.unsafe(schema, values))) {
      SinkRow row = new SinkRow(SinkSchema.of(schema, false, false)).moveTo(input);
      assertArrayEquals(A, row.value());
      assertEquals("key", row.routingKey());
      assertArrayEquals(A, row.properties().userId());
      assertEquals(7L, row.properties().groupSequence());
      assertEquals("s", row.properties().subject());
      assertNull(row.properties().to());
      assertEquals(Instant.ofEpochMilli(1), row.properties().creationTime());
      assertEquals(Map.of("a", "b", "routing_key", "key"), row.applicationProperties());
      assertEquals(Map.of("c", "d"), row.messageAnnotations());
      assertTrue(row.isSet(SinkColumn.PUBLISHING_ID));
      assertEquals(9L, row.publishingId());
      assertTrue(row.goesTo(UTF8String.fromString("orders")));
      assertFalse(row.goesTo(UTF8String.fromString("others")));
      row.value()[0] = 'z';
      assertArrayEquals(A, row.value());
    }
  }

  @Test
  void a_row_without_columns_around_its_value_is_a_message_without_sections() {
    StructType schema = Rows.schema("value binary");
    SinkRow row = new SinkRow(SinkSchema.of(schema, false, false));
    row.moveTo(Rows.unsafe(schema, A));
    assertNull(row.routingKey());
    assertNull(row.stream());
    assertNull(row.properties().subject());
    assertNull(row.properties().creationTime());
    assertEquals(Map.of(), row.applicationProperties());
    assertEquals(Map.of(), row.messageAnnotations());
    assertFalse(row.isSet(SinkColumn.PUBLISHING_ID));
    assertTrue(row.goesTo(UTF8String.fromString("any")));
  }
}
