package org.sparkrabbit.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class EpochIdTest {
  @Test
  void the_first_row_of_the_first_epoch_has_an_id_above_zero() {
    assertEquals(1L << 33, new EpochId(0, 0, 0).id());
  }

  @Test
  void an_id_tells_what_it_was_made_of() {
    for (EpochId id :
        List.of(
            new EpochId(0, 0, 0),
            new EpochId(7, 63, 41),
            new EpochId(EpochId.MOST_EPOCHS - 1, 63, EpochId.MOST_POSITIONS - 1))) {
      assertEquals(id, EpochId.of(id.id()));
      assertTrue(id.id() > 0);
    }
  }

  @Test
  void the_last_id_of_all_is_the_largest_number() {
    EpochId last = new EpochId(EpochId.MOST_EPOCHS - 1, 63, EpochId.MOST_POSITIONS - 1);
    assertEquals(Long.MAX_VALUE, last.id());
  }

  @Test
  void ids_grow_with_the_position_and_then_with_the_epoch() {
    assertEquals(new EpochId(3, 5, 6).id() + 1, new EpochId(3, 5, 7).id());
    assertTrue(new EpochId(3, 63, EpochId.MOST_POSITIONS - 1).id() < new EpochId(4, 0, 0).id());
  }

  @Test
  void a_stream_that_remembers_nothing_is_before_the_first_epoch() {
    assertEquals(-1, EpochId.of(0).epoch());
  }

  @Test
  void what_does_not_fit_has_no_id() {
    assertThrows(IllegalArgumentException.class, () -> new EpochId(EpochId.MOST_EPOCHS, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new EpochId(0, 64, 0));
    assertThrows(IllegalArgumentException.class, () -> new EpochId(0, 0, EpochId.MOST_POSITIONS));
  }

  @Test
  void layouts_that_differ_in_the_number_of_writers_have_other_numbers() {
    List<String> facts = List.of("query", "[id]", "id LONG", "orders");
    for (int one = 1; one <= 32; one++) {
      for (int other = one + 1; other <= 32; other++) {
        assertTrue(new Layout(facts, one).number() != new Layout(facts, other).number());
      }
    }
  }

  @Test
  void a_layout_keeps_its_number() {
    assertEquals(26, new Layout(List.of("query", "[id]", "id LONG", "orders"), 4).number());
    assertEquals(0, new Layout(List.of("query", "[id, b]", "id LONG", "orders"), 4).number());
  }

  @Test
  void the_standing_is_that_of_the_latest_epoch() {
    List<Long> lastIds =
        List.of(
            0L, new EpochId(7, 2, 9).id(), new EpochId(6, 3, 0).id(), new EpochId(5, 4, 0).id());
    assertEquals(new Standing(7, 6), Standing.of(lastIds, 2));
    assertEquals(new Standing(7, 7), Standing.of(lastIds, 3));
    assertEquals(new Standing(-1, -1), Standing.of(List.of(0L), 3));
  }
}
