package org.sparkrabbit.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.broker.ChunkHead;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

class InboxTest {
  private static final RabbitStreamsException END =
      new RabbitStreamsException(ErrorCode.INTERNAL_FAILURE, "A chunk could not be received");

  private final Inbox inbox = new Inbox(1_000, 10, 16 * 1024 * 1024, Long.MAX_VALUE);

  @BeforeEach
  void open() {
    inbox.open(chunks -> {});
  }

  /** Else what was not received would look like offsets that never were messages. */
  @Test
  void nothing_that_comes_after_the_end_is_taken() throws InterruptedException {
    assertNotNull(inbox.begin(head(0)));
    inbox.complete(head(0));
    inbox.ended(END);
    assertNull(inbox.begin(head(20)));
    inbox.complete(head(20));
    assertEquals(0, inbox.take(0).firstOffset());
    assertSame(END, assertThrows(RabbitStreamsException.class, () -> inbox.take(0)));
  }

  @Test
  void what_was_emptied_last_is_filled_first() throws InterruptedException {
    Chunk[] chunks = new Chunk[3];
    for (int index = 0; index < chunks.length; index++) {
      inbox.begin(head(10 * index));
      inbox.complete(head(10 * index));
      chunks[index] = inbox.take(0);
    }
    for (Chunk chunk : chunks) {
      inbox.recycle(chunk);
    }
    assertSame(chunks[2].bytes(), inbox.begin(head(30)));
  }

  private static ChunkHead head(long firstOffset) {
    return new ChunkHead(firstOffset, 10, 0, 100, 0);
  }
}
