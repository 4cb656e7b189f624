package org.sparkrabbit.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceColumnTest {
  private static final String BODY = "005375 a00161";

  @Test
  void the_schema_is_that_of_the_specification() {
    assertEquals(
        """
        value binary not null
        stream string not null
        offset bigint not null
        chunk_timestamp timestamp not null
        properties struct<message_id:string,user_id:binary,to:string,subject:string,\
        reply_to:string,correlation_id:string,content_type:string,content_encoding:string,\
        absolute_expiry_time:timestamp,creation_time:timestamp,group_id:string,\
        group_sequence:bigint,reply_to_group_id:string>
        application_properties map<string,string>
        message_annotations map<string,string>
        creation_time timestamp
        routing_key string
        """,
        described(SourceColumn.schema()));
  }

  @Test
  void metadata_fields_are_in_the_order_of_the_table_and_fixed_columns_stay() {
    assertEquals(
        List.of("value", "stream", "offset", "chunk_timestamp", "properties", "routing_key"),
        List.of(SourceColumn.schema(List.of("routing_key", "properties")).fieldNames()));
    assertEquals(
        List.of("value", "stream", "offset", "chunk_timestamp"),
        List.of(SourceColumn.schema(List.of()).fieldNames()));
  }

  private static String described(StructType schema) {
    StringBuilder text = new StringBuilder();
    for (var field : schema.fields()) {
      text.append(field.name()).append(' ').append(field.dataType().simpleString());
      text.append(field.nullable() ? "\n" : " not null\n");
    }
    return text.toString();
  }

  @Test
  void a_message_that_is_only_a_body_has_nulls_around_it() {
    Map<String, Object> row = row(BODY);
    assertArrayEquals("a".getBytes(), (byte[]) row.get("value"));
    assertEquals("orders", row.get("stream"));
    assertEquals(42L, row.get("offset"));
    assertEquals(1_700_000_000_123_000L, row.get("chunk_timestamp"));
    for (String column : SourceColumn.metadataNames()) {
      assertNull(row.get(column), column);
    }
  }

  @Test
  void all_properties_are_read() {
    Map<String, Object> row =
        row(
            "005373"
                + Wire.list(
                    "a102'id'",
                    "a0020102",
                    "a102'to'",
                    "a107'subject'",
                    "a108'reply-to'",
                    "a102'co'",
                    "a30a'text/plain'",
                    "a304'gzip'",
                    "83000000000000000a",
                    "830000018bcfe56800",
                    "a105'group'",
                    "70ffffffff",
                    "a103'rtg'")
                + BODY);
    Map<String, Object> expected = new LinkedHashMap<>();
    expected.put("message_id", "id");
    expected.put("user_id", "AQI=");
    expected.put("to", "to");
    expected.put("subject", "subject");
    expected.put("reply_to", "reply-to");
    expected.put("correlation_id", "co");
    expected.put("content_type", "text/plain");
    expected.put("content_encoding", "gzip");
    expected.put("absolute_expiry_time", 10_000L);
    expected.put("creation_time", 1_700_000_000_000_000L);
    expected.put("group_id", "group");
    expected.put("group_sequence", 4_294_967_295L);
    expected.put("reply_to_group_id", "rtg");
    Map<?, ?> properties = (Map<?, ?>) row.get("properties");
    assertArrayEquals(new byte[] {1, 2}, (byte[]) properties.get("user_id"));
    expected.put("user_id", properties.get("user_id"));
    assertEquals(expected, properties);
    assertEquals(1_700_000_000_000_000L, row.get("creation_time"));
  }

  @ParameterizedTest
  @CsvSource({
    "no fields,                  005373 45",
    "a list of no elements,      005373 c00100",
    "nulls,                      005373 c003024040",
    "a long list of nulls,       005373 d0000000060000000240 40"
  })
  void properties_that_are_not_set_are_null_in_a_struct_that_is_not(String form, String section) {
    Map<String, Object> row = row(section + BODY);
    Map<String, Object> nulls = new HashMap<>();
    PropertyField.ALL.forEach(field -> nulls.put(field.fieldName(), null));
    assertEquals(nulls, row.get("properties"), form);
    assertNull(row.get("creation_time"));
  }

  @ParameterizedTest
  @CsvSource({
    "a small ulong,   5311,                                17",
    "an ulong,        80ffffffffffffffff,                  18446744073709551615",
    "a zero,          44,                                  0",
    "an uuid,         9800112233445566778899aabbccddeeff,  00112233-4455-6677-8899-aabbccddeeff",
    "binary text,     a003'abc',                           abc",
    "other binary,    a002fffe,                            //4=",
    "a string,        b100000003'abc',                     abc"
  })
  void an_id_of_any_type_is_text(String form, String encoded, String text) {
    Map<?, ?> properties = (Map<?, ?>) row("005373" + Wire.list(encoded) + BODY).get("properties");
    assertEquals(text, properties.get("message_id"), form);
  }

  @ParameterizedTest
  @CsvSource({
    "7fffffffffffffff, 9223372036854775000",
    "8000000000000000, -9223372036854775000",
    "ffffffffffffffff, -1000",
    "0000000000000000, 0"
  })
  void times_beyond_what_spark_holds_saturate(String millis, long micros) {
    assertEquals(
        micros, row("005373 c0130a 404040404040404040 83" + millis + BODY).get("creation_time"));
  }

  @ParameterizedTest
  @CsvSource({
    "a string,              a10b'routing_key' a103'key',                            key",
    "under a long name,     b10000000b'routing_key' b100000003'key',                key",
    "a symbol,              a10b'routing_key' a303'key',                            ",
    "a number,              a10b'routing_key' 5407,                                 ",
    "null,                  a10b'routing_key' 40,                                   ",
    "the last one counts,   a10b'routing_key' a101'a' a10b'routing_key' a101'b',    b",
    "another name,          a10b'routing-key' a103'key',                            "
  })
  void the_routing_key_is_an_application_property_that_is_a_string(
      String form, String entries, String key) {
    String map = Wire.map(entries.split(" "));
    assertEquals(key, row("005374" + map + BODY).get("routing_key"), form);
  }

  @Test
  void a_key_that_comes_again_keeps_its_place_and_takes_the_last_value() {
    String map =
        Wire.map("a101'a'", "a101'1'", "a101'b'", "a101'2'", "a301'a'", "a101'3'", "a101'c'", "40");
    Map<String, Object> row = row("005372" + map + BODY);
    Map<String, String> expected = new LinkedHashMap<>();
    expected.put("a", "3");
    expected.put("b", "2");
    expected.put("c", null);
    assertEquals(expected, row.get("message_annotations"));
    assertEquals(
        List.of("a", "b", "c"), List.copyOf(((Map<?, ?>) row.get("message_annotations")).keySet()));
  }

  @Test
  void keys_that_are_numbers_are_text_too() {
    Map<String, Object> row =
        row("005372" + Wire.map("5307", "a101'a'", "a10137", "a101'b'", "44", "41") + BODY);
    assertEquals(Map.of("7", "b", "0", "true"), row.get("message_annotations"));
  }

  @Test
  void an_empty_map_is_not_null() {
    Map<String, Object> row = row("005372 c10100 005374 d10000000400000000" + BODY);
    assertEquals(Map.of(), row.get("message_annotations"));
    assertEquals(Map.of(), row.get("application_properties"));
  }

  @Test
  void of_two_sections_of_a_kind_the_first_counts_and_null_is_none() {
    Map<String, Object> row =
        row("005374 40 005374 c10502a1014141 005374 c10502a1014142 005372 40" + BODY);
    assertEquals(Map.of("A", "true"), row.get("application_properties"));
    assertNull(row.get("message_annotations"));
  }

  @Test
  void a_pruned_struct_holds_what_was_asked_for_in_that_order() {
    StructType wanted = Rows.schema("properties struct<subject:string,message_id:string>");
    MessageView view =
        Wire.view(Wire.bytes("005373" + Wire.list("a102'id'", "40", "40", "a103'sub'") + BODY));
    InternalRow row = new RowProjection(wanted).rowOf(view);
    Map<String, Object> expected = new LinkedHashMap<>();
    expected.put("subject", "sub");
    expected.put("message_id", "id");
    assertEquals(expected, Rows.value(row, wanted, "properties"));
  }

  @Test
  void properties_that_nobody_asked_for_are_not_decoded() {
    StructType wanted = Rows.schema("properties struct<message_id:string>");
    MessageView view =
        Wire.view(Wire.bytes("005373" + Wire.list("a102'id'", "5401", "5402") + BODY));
    InternalRow row = new RowProjection(wanted).rowOf(view);
    assertEquals(Map.of("message_id", "id"), Rows.value(row, wanted, "properties"));
  }

  @Test
  void what_lies_behind_the_last_wanted_section_is_not_looked_at() {
    StructType wanted =
        Rows.schema("properties struct<message_id:string>, creation_time timestamp");
    MessageView view = Wire.view(Wire.bytes("005373 c00501 a102'id' ffff"));
    InternalRow row = new RowProjection(wanted).rowOf(view);
    assertEquals(Map.of("message_id", "id"), Rows.value(row, wanted, "properties"));
  }

  @Test
  void a_projection_gives_row_after_row() {
    StructType schema = SourceColumn.schema();
    RowProjection projection = new RowProjection(schema);
    MessageView view = new MessageView("orders");
    Wire.moveTo(view, Wire.bytes("005373 c00501 a102'id' 005374 c10502a1014141" + BODY));
    projection.rowOf(view);
    Wire.moveTo(view, Wire.bytes(BODY));
    InternalRow row = projection.rowOf(view);
    assertNull(Rows.value(row, schema, "properties"));
    assertNull(Rows.value(row, schema, "application_properties"));
    Wire.moveTo(view, Wire.bytes("005374 c10502a1014142" + BODY));
    row = projection.rowOf(view);
    assertEquals(Map.of("A", "false"), Rows.value(row, schema, "application_properties"));
  }

  private static Map<String, Object> row(String message) {
    StructType schema = SourceColumn.schema();
    InternalRow row = new RowProjection(schema).rowOf(Wire.view(Wire.bytes(message)));
    Map<String, Object> values = new LinkedHashMap<>();
    for (String column : schema.fieldNames()) {
      values.put(column, Rows.value(row, schema, column));
    }
    return values;
  }
}
