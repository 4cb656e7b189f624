package org.sparkrabbit.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamOffsetsTest {
  @Test
  void the_text_names_streams_in_their_order() {
    assertEquals(
        "{\"orders-0\":12345,\"orders-1\":0,\"orders-10\":9223372036854775807}",
        offsets(Map.of("orders-10", Long.MAX_VALUE, "orders-1", 0L, "orders-0", 12345L)).json());
  }

  @Test
  void what_is_written_is_read_again() {
    StreamOffsets offsets = offsets(Map.of("a \"quoted\" näme", 7L, "b", 8L));
    assertEquals(offsets, StreamOffsets.parse(offsets.json()));
  }

  @Test
  void spaces_and_order_do_not_matter() {
    assertEquals(
        offsets(Map.of("a", 1L, "b", 2L)), StreamOffsets.parse(" { \"b\" : 2 ,\n \"a\" : 1 } "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "null",
        "{\"a\":1} {\"b\":2}",
        "{\"a\":1,\"a\":1}",
        "{\"a\":-1}",
        "{\"a\":1.5}",
        "{\"a\":null}",
        "{\"a\":true}",
        "{\"a\":{\"b\":1}}",
        "{a:1}",
        "{\"a\":9223372036854775808}"
      })
  void anything_else_is_refused(String text) {
    assertThrows(IllegalArgumentException.class, () -> StreamOffsets.parse(text));
  }

  private static StreamOffsets offsets(Map<String, Long> next) {
    return new StreamOffsets(new TreeMap<>(next));
  }
}
