package org.sparkrabbit.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.plan.StreamOffsets;

class StartOfQueryTest {
  private final StartOfQuery start =
      new StartOfQuery(
          StreamOffsets.parse("{\"a\":5,\"b\":7}"),
          StreamOffsets.parse("{\"\":1700000000000,\"a\":1700000000000}"));

  private OptionalLong timeOf(String stream, String reached) {
    return start.timeOf(stream, StreamOffsets.parse(reached));
  }

  @Test
  void a_time_holds_while_the_query_stands_where_it_has_begun() {
    assertEquals(OptionalLong.of(1_700_000_000_000L), timeOf("a", "{\"a\":5,\"b\":9}"));
    assertEquals(OptionalLong.empty(), timeOf("a", "{\"a\":6,\"b\":9}"));
  }

  @Test
  void a_stream_that_began_behind_a_stored_offset_has_no_time() {
    assertEquals(OptionalLong.empty(), timeOf("b", "{\"a\":5,\"b\":7}"));
  }

  @Test
  void a_stream_that_comes_later_begins_at_the_same_time() {
    assertEquals(OptionalLong.of(1_700_000_000_000L), timeOf("c", "{\"a\":6,\"b\":9}"));
    assertEquals(OptionalLong.of(1_700_000_000_000L), timeOf("c", "{\"a\":6,\"b\":9,\"c\":4}"));
  }
}
