package org.sparkrabbit.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageWriterTest {
  private static final String BODY = "005375 a00161";
  private static final byte[] A = {'a'};

  @ParameterizedTest
  @CsvSource({
    "0,     005375a000",
    "1,     005375a00100",
    "255,   005375a0ff",
    "256,   005375b000000100",
    "70000, 005375b000011170"
  })
  void a_body_of_any_size_is_one_data_section(int size, String head) {
    byte[] body = new byte[size];
    String encoded = HexFormat.of().formatHex(encode("value binary", body));
    assertTrue(encoded.startsWith(head), encoded);
    assertEquals(HexFormat.of().parseHex(encoded).length, size + (size > 255 ? 8 : 5));
  }

  @Test
  void all_properties_are_written_in_their_order() {
    byte[] message =
        encode(
            "value binary, properties " + PropertyField.structType().simpleString(),
            A,
            Arrays.asList(
                "id",
                new byte[] {1, 2},
                "to",
                "subject",
                "reply-to",
                "co",
                "text/plain",
                "gzip",
                10_000L,
                1_700_000_000_000_000L,
                "group",
                4_294_967_295L,
                "rtg"));
    assertWritten(
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
            + BODY,
        message);
  }

  @Test
  void fields_are_found_by_name_and_trailing_nulls_are_left_out() {
    byte[] message =
        encode(
            "value binary, properties struct<SUBJECT:string,message_id:string>", A, list("s", "i"));
    assertWritten("005373" + Wire.list("a101'i'", "40", "40", "a101's'") + BODY, message);
    message =
        encode(
            "value binary, properties struct<subject:string,message_id:string>",
            A,
            Arrays.asList(null, "i"));
    assertWritten("005373" + Wire.list("a101'i'") + BODY, message);
  }

  @Test
  void a_struct_of_nulls_is_an_empty_section_and_no_struct_is_none() {
    String schema = "value binary, properties struct<subject:string>";
    assertWritten("00537345" + BODY, encode(schema, A, Collections.singletonList(null)));
    assertWritten(BODY, encode(schema, A, null));
  }

  @ParameterizedTest
  @CsvSource({
    "0,          43",
    "255,        52ff",
    "256,        7000000100",
    "4294967295, 70ffffffff"
  })
  void sequence_numbers_take_the_smallest_form(long number, String encoded) {
    byte[] message =
        encode("value binary, properties struct<group_sequence:bigint>", A, list(number));
    String[] fields = "40 40 40 40 40 40 40 40 40 40 40 %s".formatted(encoded).split(" ");
    assertWritten("005373" + Wire.list(fields) + BODY, message);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 4_294_967_296L})
  void a_sequence_number_that_does_not_fit_is_refused(long number) {
    assertEquals(
        "properties.group_sequence is %d, and must lie between 0 and 4294967295".formatted(number),
        refused("value binary, properties struct<group_sequence:bigint>", A, list(number)));
  }

  @ParameterizedTest
  @CsvSource({"1999, 1", "2000, 2", "-1, -1", "-1000, -1", "-1001, -2", "0, 0"})
  void microseconds_are_rounded_down(long micros, long millis) {
    byte[] message = encode("value binary, creation_time timestamp", A, micros);
    assertWritten("005373 c0130a 404040404040404040 83%016x".formatted(millis) + BODY, message);
  }

  @Test
  void the_creation_time_may_stand_in_two_places_and_must_be_one() {
    String schema =
        "value binary, creation_time timestamp, properties struct<creation_time:timestamp>";
    byte[] one = encode(schema, A, 1_000L, null);
    assertArrayEquals(one, encode(schema, A, null, list(1_000L)));
    assertArrayEquals(one, encode(schema, A, 1_000L, list(1_000L)));
    assertArrayEquals(one, encode(schema, A, 1_000L, Collections.singletonList(null)));
    assertEquals(
        "creation_time is 1970-01-01T00:00:00.001Z, but properties.creation_time is"
            + " 1970-01-01T00:00:00.002Z; give one of them, or the same",
        refused(schema, A, 1_000L, list(2_000L)));
  }

  @Test
  void maps_are_written_in_their_order_with_nulls_and_annotations_have_symbols_as_keys() {
    Map<String, String> map = new LinkedHashMap<>();
    map.put("b", "1");
    map.put("a", null);
    map.put("", "");
    assertWritten(
        "005372"
            + Wire.map("a301'b'", "a101'1'", "a301'a'", "40", "a300", "a100")
            + "005374"
            + Wire.map("a101'b'", "a101'1'", "a101'a'", "40", "a100", "a100")
            + BODY,
        encode(
            "value binary, message_annotations map<string,string>,"
                + " application_properties map<string,string>",
            A,
            map,
            map));
  }

  @Test
  void an_empty_map_is_an_empty_section_and_no_map_is_none() {
    String schema = "value binary, application_properties map<string,string>";
    assertWritten("005374c10100" + BODY, encode(schema, A, Map.of()));
    assertWritten(BODY, encode(schema, A, null));
  }

  @ParameterizedTest
  @ValueSource(ints = {244, 245, 246, 247, 248, 249, 250, 251, 252, 300})
  void a_map_takes_the_form_that_it_fits_into(int size) {
    String schema = "value binary, application_properties map<string,string>";
    byte[] message = encode(schema, A, Map.of("k", "v".repeat(size)));
    boolean isSmall = 1 + 3 + 2 + size <= 255;
    assertEquals((byte) (isSmall ? 0xc1 : 0xd1), message[3]);
    assertEquals(Map.of("k", "v".repeat(size)), Wire.view(message).applicationProperties());
  }

  @Test
  void a_map_of_many_entries_is_large_though_its_bytes_are_few() {
    Map<String, String> many = new LinkedHashMap<>();
    for (int key = 0; key < 1000; key++) {
      many.put("" + key, null);
    }
    String schema = "value binary, message_annotations map<string,string>";
    assertEquals(many, Wire.view(encode(schema, A, many)).messageAnnotations());
  }

  @Test
  void the_routing_key_is_kept_unless_the_row_keeps_one_itself() {
    String schema = "value binary, routing_key string, application_properties map<string,string>";
    String key = "a10b'routing_key'";
    assertWritten("005374" + Wire.map(key, "a101'k'") + BODY, encode(schema, A, "k", null));
    assertWritten(
        "005374" + Wire.map("a101'a'", "a101'b'", key, "a101'k'") + BODY,
        encode(schema, A, "k", Map.of("a", "b")));
    assertWritten(
        "005374" + Wire.map(key, "a105'other'") + BODY,
        encode(schema, A, "k", Map.of("routing_key", "other")));
    assertWritten(
        "005374" + Wire.map(key, "40") + BODY,
        encode(schema, A, "k", Collections.singletonMap("routing_key", null)));
  }

  @Test
  void a_row_without_a_value_is_refused() {
    assertEquals(
        "value is null; filter such rows out, or give them an empty body",
        refused("value binary", (Object) null));
  }

  @Test
  void what_is_read_is_written_back_unchanged() {
    Map<String, String> map = new LinkedHashMap<>();
    map.put("", "");
    map.put("null", null);
    map.put("long", "x".repeat(1000));
    List<Object> some = Arrays.asList("", null, null, "s", null, null, "ü", null, -1000L);
    List<Object> properties = new ArrayList<>(Collections.nCopies(PropertyField.ALL.size(), null));
    for (int index = 0; index < some.size(); index++) {
      properties.set(index, some.get(index));
    }
    String ddl =
        "value binary, properties "
            + PropertyField.structType().simpleString()
            + ", application_properties map<string,string>,"
            + " message_annotations map<string,string>";
    assertUnchanged(encode(ddl, A, properties, map, map));
    assertUnchanged(encode(ddl, A, Collections.nCopies(13, null), Map.of(), Map.of()));
    assertUnchanged(encode(ddl, A, null, null, null));
  }

  private static void assertUnchanged(byte[] message) {
    StructType all = SourceColumn.schema();
    InternalRow read = new RowProjection(all).rowOf(Wire.view(message));
    SinkSchema sink = SinkSchema.of(all, false, true);
    assertWritten(HexFormat.of().formatHex(message), Rows.written(new SinkRow(sink).moveTo(read)));
  }

  private static List<Object> list(Object... values) {
    return Arrays.asList(values);
  }

  private static String refused(String ddl, Object... values) {
    return assertThrows(InvalidRowException.class, () -> encode(ddl, values)).getMessage();
  }

  /** Spark's own rows and those of any other kind give the same message. */
  private static byte[] encode(String ddl, Object... values) {
    StructType schema = Rows.schema(ddl);
    SinkRow row = new SinkRow(SinkSchema.of(schema, false, false));
    byte[] ofGeneric = Rows.written(row.moveTo(Rows.generic(values)));
    byte[] ofUnsafe = Rows.written(row.moveTo(Rows.unsafe(schema, values)));
    assertArrayEquals(ofGeneric, ofUnsafe);
    return ofUnsafe;
  }

  private static void assertWritten(String expected, byte[] message) {
    assertEquals(HexFormat.of().formatHex(Wire.bytes(expected)), HexFormat.of().formatHex(message));
  }
}
