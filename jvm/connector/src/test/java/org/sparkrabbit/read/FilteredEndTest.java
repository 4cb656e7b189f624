package org.sparkrabbit.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.broker.ChunkHead;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

/** The end of a filtered range, at a broker that answers in the order in which it was asked. */
class FilteredEndTest {
  private static final long UNTIL = 100;

  private final Inbox inbox = new Inbox(UNTIL, 1, 16 * 1024 * 1024, Long.MAX_VALUE);
  private final FilteredEnd end = new FilteredEnd(UNTIL, inbox, this::covered, this::request);

  private final Queue<Long> matching = new ArrayDeque<>();
  private final List<String> asked = new ArrayList<>();
  private long covered = UNTIL;
  private int credit = 1;

  @BeforeEach
  void open() {
    inbox.open(
        chunks -> {
          asked.add("credit " + chunks);
          credit += chunks;
        });
  }

  @Test
  void silence_after_what_the_broker_holds_and_with_credit_left_is_the_end() {
    assertTrue(end.prove());
    assertTrue(end.isProven());
    assertEquals(List.of("covered 100", "credit 1", "request"), asked);
  }

  @Test
  void a_broker_that_does_not_hold_the_offsets_proves_nothing_and_is_not_given_credit() {
    covered = 99;
    assertFalse(end.prove());
    assertEquals(99, end.coveredUntil());
    assertEquals(List.of("covered 100"), asked);
  }

  @Test
  void what_the_broker_once_held_is_not_asked_for_again() {
    matching.addAll(List.of(10L, 20L));
    assertFalse(end.prove());
    asked.clear();
    matching.clear();
    assertTrue(end.prove());
    assertEquals(List.of("credit 1", "request"), asked);
  }

  @Test
  void credit_that_was_used_up_proves_nothing() throws InterruptedException {
    // The credit of the subscription, the one of the proof, and what comes with the first chunk.
    for (long offset = 0; offset < 40; offset++) {
      matching.add(offset);
    }
    assertFalse(end.prove());
    assertNotNull(inbox.take(0));
  }

  @Test
  void chunks_that_come_while_the_broker_is_asked_may_be_the_last() throws InterruptedException {
    matching.add(10L);
    assertTrue(end.prove());
    assertEquals(10, inbox.take(0).firstOffset());
  }

  @Test
  void credit_that_chunks_earn_during_the_request_does_not_count() {
    // Two chunks use up what was granted when the broker was asked; they earn more for the next.
    matching.addAll(List.of(10L, 20L));
    assertFalse(end.prove());
    assertEquals(List.of("covered 100", "credit 1", "request"), asked.subList(0, 3));
  }

  @Test
  void a_subscription_that_ended_proves_nothing() {
    inbox.ended(new RabbitStreamsException(ErrorCode.SUBSCRIPTION_CLOSED, "over"));
    assertFalse(end.prove());
  }

  private long covered(long wanted) {
    asked.add("covered " + wanted);
    return covered;
  }

  /** The broker serves what it may before it answers. */
  private void request() {
    asked.add("request");
    for (int served = credit; served > 0 && !matching.isEmpty(); served--) {
      credit--;
      ChunkHead chunk = new ChunkHead(matching.remove(), 1, 0, 0, 0);
      inbox.begin(chunk);
      inbox.complete(chunk);
    }
  }
}
