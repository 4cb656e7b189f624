package org.sparkrabbit.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sparkrabbit.broker.ChunkHead;

class SameStreamTest {
  private static final ChunkHead READ = new ChunkHead(10, 5, 1000, 99, 7);
  private static final ChunkHead NEXT = new ChunkHead(15, 5, 1001, 99, 8);

  private final SameStream stream = new SameStream();

  @Test
  void what_has_read_nothing_goes_on_where_it_is_and_takes_all() {
    assertEquals(12, stream.resumeAt(12));
    assertTrue(stream.admits(READ));
  }

  @Test
  void what_was_read_last_comes_again() {
    stream.done(READ);
    assertEquals(10, stream.resumeAt(15));
    assertTrue(stream.admits(READ));
    assertTrue(stream.admits(NEXT));
    assertFalse(stream.isReplaced());
  }

  @Test
  void what_retention_has_removed_does_not_come_again() {
    stream.done(READ);
    stream.resumeAt(15);
    assertTrue(stream.admits(NEXT));
  }

  @Test
  void another_chunk_at_the_same_offsets_is_of_another_stream() {
    stream.done(READ);
    stream.resumeAt(15);
    assertFalse(stream.admits(new ChunkHead(10, 5, 2000, 99, 7)));
    assertFalse(stream.admits(NEXT));
    assertTrue(stream.isReplaced());
  }

  @Test
  void a_chunk_that_only_holds_those_offsets_is_of_another_stream() {
    stream.done(READ);
    stream.resumeAt(15);
    assertFalse(stream.admits(new ChunkHead(0, 100, 1000, 99, 7)));
  }

  @Test
  void within_a_delivery_nothing_is_expected() {
    stream.done(READ);
    assertTrue(stream.admits(new ChunkHead(10, 5, 2000, 99, 7)));
  }
}
