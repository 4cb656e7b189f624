package org.sparkrabbit.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BatchTest {
  private static final int MOST_ENTRIES = 70;

  private final Batch batch = new Batch(MOST_ENTRIES);
  private final List<List<Long>> frames = new ArrayList<>();

  /** Entries of this test are their id alone. */
  private void add(long id) {
    int at = batch.begin(Long.BYTES);
    BigEndian.putLong(batch.bytes(), at, id);
    batch.end(id, 3);
  }

  private void frame(int entries, byte[] bytes, int start, int length) {
    List<Long> ids = new ArrayList<>();
    for (int at = start; at < start + length; at += Long.BYTES) {
      ids.add(BigEndian.getLong(bytes, at));
    }
    assertEquals(entries, ids.size());
    frames.add(ids);
  }

  @Test
  void entries_are_sent_once_and_in_their_order() {
    batch.send(this::frame);
    add(5);
    add(6);
    batch.send(this::frame);
    batch.send(this::frame);
    add(9);
    batch.send(this::frame);
    assertEquals(List.of(List.of(5L, 6L), List.of(9L)), frames);
  }

  @Test
  void an_entry_is_confirmed_once_and_its_messages_are_counted() {
    add(5);
    add(9);
    batch.send(this::frame);
    assertEquals(0, batch.confirm(4));
    assertEquals(0, batch.confirm(6));
    assertEquals(0, batch.confirm(10));
    assertEquals(3, batch.confirm(9));
    assertEquals(0, batch.confirm(9));
    assertFalse(batch.isSettled());
    assertEquals(3, batch.confirm(5));
    assertTrue(batch.isSettled());
    assertTrue(batch.latency() >= 0);
  }

  @Test
  void what_is_not_confirmed_is_sent_again_and_nothing_else() {
    for (int seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      batch.clear();
      List<Long> unconfirmed = new ArrayList<>();
      long id = 0;
      for (int entry = 0; entry < MOST_ENTRIES; entry++) {
        id += 1 + random.nextInt(2);
        add(id);
        unconfirmed.add(id);
      }
      batch.send(this::frame);
      for (long candidate : List.copyOf(unconfirmed)) {
        if (random.nextInt(3) > 0) {
          assertEquals(3, batch.confirm(candidate), "seed " + seed);
          unconfirmed.remove(candidate);
        }
      }
      frames.clear();
      batch.sendAgain(this::frame);
      assertEquals(unconfirmed, frames.stream().flatMap(List::stream).toList(), "seed " + seed);
    }
  }

  @Test
  void what_was_never_sent_is_not_sent_again() {
    add(1);
    batch.send(this::frame);
    add(2);
    batch.sendAgain(this::frame);
    assertEquals(List.of(List.of(1L), List.of(1L)), frames);
    batch.send(this::frame);
    assertEquals(List.of(2L), frames.get(2));
  }

  @Test
  void a_batch_has_room_for_so_many_entries_and_bytes() {
    for (long id = 1; id < MOST_ENTRIES; id++) {
      add(id);
    }
    int bytes = (MOST_ENTRIES - 1) * Long.BYTES;
    assertTrue(batch.hasRoom(Long.BYTES, bytes + Long.BYTES));
    assertFalse(batch.hasRoom(Long.BYTES, bytes + Long.BYTES - 1));
    add(MOST_ENTRIES);
    assertFalse(batch.hasRoom(0, Integer.MAX_VALUE));
  }

  @Test
  void many_bytes_make_a_batch_full_but_one_entry_has_room_whatever_its_size() {
    assertTrue(batch.hasRoom(2 * Batch.MOST_BYTES, Integer.MAX_VALUE));
    add(1);
    int rest = Batch.MOST_BYTES - Long.BYTES;
    assertTrue(batch.hasRoom(rest, Integer.MAX_VALUE));
    assertFalse(batch.hasRoom(rest + 1, Integer.MAX_VALUE));
  }
}
