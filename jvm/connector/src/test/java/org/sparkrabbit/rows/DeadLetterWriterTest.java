package org.sparkrabbit.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadLetterWriterTest {
  private static final int FRAME = 1024 * 1024;
  private static final byte[] A = {'a'};
  private static final Map<String, String> REASONS = Map.of("code", "INVALID_ROW");

  private final DeadLetterWriter letters = new DeadLetterWriter();

  private MessageView letter(int mostBytes, String ddl, Object... values) {
    StructType schema = Rows.schema(ddl);
    SinkRow row = new SinkRow(SinkSchema.of(schema, false, false));
    byte[] ofGeneric = encoded(row.moveTo(Rows.generic(values)), mostBytes);
    byte[] ofUnsafe = encoded(row.moveTo(Rows.unsafe(schema, values)), mostBytes);
    assertArrayEquals(ofGeneric, ofUnsafe);
    assertTrue(ofUnsafe.length <= mostBytes, ofUnsafe.length + " bytes");
    return Wire.view(ofUnsafe);
  }

  private byte[] encoded(SinkRow row, int mostBytes) {
    letters.encode(row, REASONS, mostBytes);
    byte[] letter = new byte[letters.size()];
    letters.writeTo(letter, 0);
    return letter;
  }

  private static Map<String, String> told(String... namesAndTexts) {
    Map<String, String> told = new HashMap<>();
    told.put("dead_letter.code", "INVALID_ROW");
    for (int at = 0; at < namesAndTexts.length; at += 2) {
      told.put(namesAndTexts[at], namesAndTexts[at + 1]);
    }
    return told;
  }

  private static String ofSize(int size) {
    return "x".repeat(size);
  }

  @Test
  void all_that_a_row_has_is_kept() {
    MessageView letter =
        letter(
            FRAME,
            "value binary, stream string, routing_key string, publishing_id bigint,"
                + " properties struct<message_id:string,group_sequence:bigint>,"
                + " application_properties map<string,string>,"
                + " message_annotations map<string,string>",
            A,
            "orders",
            "eu",
            7L,
            Arrays.asList("id", 5L),
            Collections.singletonMap("size", null),
            Map.of("x-note", "n"));
    assertArrayEquals(A, letter.value());
    assertEquals("id", letter.properties().messageId());
    assertEquals(5L, letter.properties().groupSequence());
    assertEquals(Map.of("x-note", "n"), letter.messageAnnotations());
    assertEquals(
        told(
            "size", null,
            "routing_key", "eu",
            "dead_letter.stream", "orders",
            "dead_letter.routing_key", "eu",
            "dead_letter.publishing_id", "7"),
        letter.applicationProperties());
  }

  @Test
  void a_null_body_is_an_empty_one_that_is_told() {
    MessageView letter = letter(FRAME, "value binary", (Object) null);
    assertArrayEquals(new byte[0], letter.value());
    assertEquals(told("dead_letter.value_is_null", "true"), letter.applicationProperties());
  }

  @Test
  void what_a_property_cannot_hold_is_told_as_text() {
    MessageView letter =
        letter(
            FRAME,
            "value binary, creation_time timestamp, properties"
                + " struct<to:string,creation_time:timestamp,group_sequence:bigint,group_id:string>",
            A,
            1_000L,
            Arrays.asList("t", 2_000L, -1L, "g"));
    assertEquals("t", letter.properties().to());
    assertEquals("g", letter.properties().groupId());
    assertEquals("1970-01-01T00:00:00.001Z", letter.properties().creationTime().toString());
    assertEquals(
        told(
            "dead_letter.properties.creation_time", "1970-01-01T00:00:00.002Z",
            "dead_letter.properties.group_sequence", "-1"),
        letter.applicationProperties());
  }

  @Test
  void of_a_body_that_is_too_large_the_beginning_is_kept_and_its_size_told() {
    byte[] body = new byte[2_000_000];
    new Random(17).nextBytes(body);
    MessageView letter =
        letter(
            FRAME,
            "value binary, application_properties map<string,string>",
            body,
            Map.of("a", "b"));
    assertArrayEquals(Arrays.copyOf(body, 65_536), letter.value());
    assertEquals(
        told("a", "b", "dead_letter.value_bytes", "2000000"), letter.applicationProperties());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 900_000, 1_040_000})
  void a_body_that_fits_is_kept_whole(int size) {
    MessageView letter = letter(FRAME, "value binary", new byte[size]);
    assertEquals(size, letter.value().length);
    assertEquals(told(), letter.applicationProperties());
  }

  @Test
  void a_section_that_is_too_large_is_left_out_and_told() {
    String ddl =
        "value binary, properties struct<subject:string>, application_properties"
            + " map<string,string>, message_annotations map<string,string>";
    Map<String, String> large = Map.of("k", ofSize(1_100_000));
    MessageView letter = letter(FRAME, ddl, A, List.of("s"), large, Map.of("x-note", "n"));
    assertArrayEquals(A, letter.value());
    assertEquals("s", letter.properties().subject());
    assertEquals(Map.of("x-note", "n"), letter.messageAnnotations());
    assertEquals(
        told("dead_letter.left_out", "application_properties"), letter.applicationProperties());

    letter = letter(FRAME, ddl, A, List.of(ofSize(1_100_000)), Map.of("a", "b"), large);
    assertEquals(
        told("a", "b", "dead_letter.left_out", "properties,message_annotations"),
        letter.applicationProperties());
  }

  @Test
  void a_text_that_is_too_long_is_cut() {
    String key = ofSize(2047) + "🐇🐇";
    MessageView letter = letter(FRAME, "value binary, routing_key string", A, key);
    assertEquals(
        told("routing_key", key, "dead_letter.routing_key", ofSize(2047) + "…"),
        letter.applicationProperties());
  }

  @ParameterizedTest
  @ValueSource(ints = {4_000, 65_536, 200_000})
  void a_smaller_frame_holds_less(int frame) {
    MessageView letter =
        letter(
            frame,
            "value binary, stream string, application_properties map<string,string>",
            new byte[300_000],
            ofSize(3_000),
            Map.of("k", "v"));
    assertEquals("300000", letter.applicationProperties().get("dead_letter.value_bytes"));
    assertEquals("v", letter.applicationProperties().get("k"));
    assertTrue(letter.value().length > frame / 4, letter.value().length + " bytes");
  }

  @Test
  void what_an_earlier_dead_letter_told_is_told_anew() {
    MessageView letter =
        letter(
            FRAME,
            "value binary, application_properties map<string,string>",
            A,
            Map.of("dead_letter.code", "NO_ROUTE", "dead_letter.row", "9", "a", "b"));
    assertEquals(told("a", "b"), letter.applicationProperties());
  }
}
