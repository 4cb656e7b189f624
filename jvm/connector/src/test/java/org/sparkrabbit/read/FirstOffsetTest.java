package org.sparkrabbit.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.broker.ChunkHead;

class FirstOffsetTest {
  private final Inbox inbox = new Inbox(1_000, 1, 16 * 1024 * 1024, Long.MAX_VALUE);
  private final FirstOffset firstOffset = new FirstOffset(inbox, this::answer);

  private long firstAtBroker;
  private long arrivesMeanwhile = -1;
  private int asked;

  @BeforeEach
  void open() {
    inbox.open(chunks -> {});
  }

  @Test
  void one_answer_serves_for_all_chunks_that_had_come() throws InterruptedException {
    arrive(10);
    arrive(20);
    arrive(30);
    for (int taken = 0; taken < 3; taken++) {
      inbox.take(0);
      assertEquals(0, firstOffset.sinceLastTaken());
    }
    assertEquals(1, asked);
  }

  @Test
  void a_chunk_that_came_while_the_broker_was_asked_needs_an_answer_of_its_own()
      throws InterruptedException {
    arrive(10);
    inbox.take(0);
    arrivesMeanwhile = 20;
    assertEquals(0, firstOffset.sinceLastTaken());
    // Retention is at work between the first answer and the second chunk.
    firstAtBroker = 15;
    inbox.take(0);
    assertEquals(15, firstOffset.sinceLastTaken());
    assertEquals(2, asked);
  }

  @Test
  void a_question_at_the_end_serves_for_what_is_taken_afterwards() throws InterruptedException {
    arrive(10);
    firstAtBroker = 7;
    firstOffset.ask();
    inbox.take(0);
    assertEquals(7, firstOffset.sinceLastTaken());
    assertEquals(1, asked);
  }

  private long answer() {
    asked++;
    if (arrivesMeanwhile >= 0) {
      arrive(arrivesMeanwhile);
      arrivesMeanwhile = -1;
    }
    return firstAtBroker;
  }

  private void arrive(long offset) {
    ChunkHead chunk = new ChunkHead(offset, 1, 0, 0, 0);
    inbox.begin(chunk);
    inbox.complete(chunk);
  }
}
