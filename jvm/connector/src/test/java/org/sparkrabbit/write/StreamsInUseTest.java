package org.sparkrabbit.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StreamsInUseTest {
  private final StreamsInUse streams = new StreamsInUse(3);

  private void use(String... names) {
    List.of(names).forEach(streams::use);
  }

  @Test
  void three_are_all_that_there_is_room_for() {
    use("a", "b", "a", "b");
    assertFalse(streams.isFull());
    use("c");
    assertTrue(streams.isFull());
  }

  @Test
  void the_least_recently_used_one_leaves() {
    use("a", "b", "c", "a");
    assertEquals("b", streams.leaving(stream -> true));
    assertFalse(streams.isFull());
    use("d");
    assertEquals("c", streams.leaving(stream -> true));
    assertEquals("a", streams.leaving(stream -> true));
  }

  @Test
  void one_that_is_idle_leaves_before_one_that_is_not() {
    use("a", "b", "c");
    assertEquals("b", streams.leaving(Set.of("b", "c")::contains));
  }

  @Test
  void where_none_is_idle_the_least_recently_used_one_leaves() {
    use("a", "b", "c", "a");
    assertEquals("b", streams.leaving(stream -> false));
  }
}
