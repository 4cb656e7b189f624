package org.sparkrabbit.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AmqpMapTest {
  private final AmqpMap map = new AmqpMap();
  private final AmqpText text = new AmqpText();

  private void read(String encoded) {
    byte[] bytes = Wire.bytes(encoded);
    map.read(bytes, 0, bytes.length);
  }

  private List<String> entries() {
    List<String> entries = new ArrayList<>();
    for (int entry = 0; entry < map.size(); entry++) {
      String key =
          new String(
              map.keyBytes(), map.keyStart(entry), map.keyLength(entry), StandardCharsets.UTF_8);
      entries.add(key + "=" + (text.read(map.value(entry)) ? text.toString() : null));
    }
    return entries;
  }

  @Test
  void keys_that_come_again_are_only_compared() {
    read(Wire.map("a101'k'", "5401", "a303'key'", "a102'ab'"));
    assertEquals(List.of("k=1", "key=ab"), entries());
    int edition = map.edition();
    read(Wire.map("a101'k'", "40", "a303'key'", "81000000000000000c"));
    assertEquals(List.of("k=null", "key=12"), entries());
    assertEquals(edition, map.edition());
  }

  @Test
  void other_keys_are_another_edition() {
    int edition = map.edition();
    for (String other :
        List.of(
            Wire.map("a101'k'", "5401", "a101'l'", "5402"),
            Wire.map("a101'l'", "5401", "a101'k'", "5402"),
            Wire.map("a101'l'", "5401"),
            Wire.map("a101'l'", "5401", "a102'lm'", "5402"),
            Wire.map("a101'l'", "5401", "a301'm'", "5402"),
            "c10100")) {
      read(other);
      assertNotEquals(edition, map.edition(), other);
      edition = map.edition();
    }
    assertEquals(List.of(), entries());
  }

  @Test
  void a_key_that_comes_twice_is_looked_at_each_time() {
    String twice = Wire.map("a101'k'", "5401", "a101'l'", "5402", "a101'k'", "5403");
    read(twice);
    int edition = map.edition();
    read(twice);
    assertEquals(List.of("k=3", "l=2"), entries());
    assertNotEquals(edition, map.edition());
  }

  @Test
  void a_damaged_map_leaves_no_trace() {
    read(Wire.map("a101'k'", "5401"));
    assertThrows(MalformedMessageException.class, () -> read("c10601 a101'k' a109"));
    assertThrows(MalformedMessageException.class, () -> read("c10602 a101'k' a109"));
    read(Wire.map("a101'k'", "5402"));
    assertEquals(List.of("k=2"), entries());
    assertThrows(MalformedMessageException.class, () -> read("c10602 a101'l' a109"));
    read(Wire.map("a101'k'", "5403"));
    assertEquals(List.of("k=3"), entries());
  }
}
