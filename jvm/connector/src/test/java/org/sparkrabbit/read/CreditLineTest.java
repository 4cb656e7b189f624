package org.sparkrabbit.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.rabbitmq.stream.ConsumerFlowStrategy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CreditLineTest {
  private static final int MIB = 1024 * 1024;

  private final Subscribed subscribed = new Subscribed();
  private final CreditLine credits = new CreditLine(1, 4 * MIB);

  @BeforeEach
  void subscribe() {
    credits.beginSubscription();
  }

  @Test
  void the_first_chunk_opens_the_line_as_far_as_the_budget_goes() {
    receive(MIB);
    // One of four is held, so three more fit.
    assertEquals(3, subscribed.granted);
  }

  @Test
  void nothing_is_granted_while_the_budget_is_held() {
    receive(4 * MIB);
    assertEquals(0, subscribed.granted);
    releaseAndExtend(4 * MIB);
    assertEquals(1, subscribed.granted);
  }

  @Test
  void a_chunk_above_the_budget_comes_alone() {
    receive(9 * MIB);
    assertEquals(0, subscribed.granted);
    releaseAndExtend(9 * MIB);
    assertEquals(1, subscribed.granted);
    receive(9 * MIB);
    assertEquals(1, subscribed.granted);
  }

  @Test
  void a_large_chunk_is_remembered_for_a_while() {
    receive(2 * MIB);
    releaseAndExtend(2 * MIB);
    subscribed.granted = 0;
    receive(64 * 1024);
    // Chunks of 1.75 MiB are expected now: one is on its way still, and one more fits.
    assertEquals(1, subscribed.granted);
  }

  @Test
  void nothing_is_granted_once_the_last_chunk_is_known() {
    credits.arrived(subscribed, true);
    credits.hold(MIB);
    credits.extend();
    assertEquals(0, subscribed.granted);
  }

  @Test
  void a_new_subscription_delivers_what_the_old_one_did_not_complete() {
    nothing_is_granted_once_the_last_chunk_is_known();
    credits.beginSubscription();
    credits.arrived(subscribed, false);
    credits.extend();
    assertEquals(3, subscribed.granted);
  }

  @Test
  void small_chunks_do_not_open_the_line_without_end() {
    CreditLine roomy = new CreditLine(1, 1024L * MIB);
    roomy.beginSubscription();
    roomy.arrived(subscribed, false);
    roomy.hold(100);
    roomy.extend();
    assertEquals(32, subscribed.granted);
  }

  private void receive(int bytes) {
    credits.arrived(subscribed, false);
    credits.hold(bytes);
    credits.extend();
  }

  private void releaseAndExtend(int bytes) {
    credits.release(bytes);
    credits.extend();
  }

  private static final class Subscribed implements ConsumerFlowStrategy.Context {
    private int granted;

    @Override
    public void credits(int more) {
      granted += more;
    }

    @Override
    public long messageCount() {
      return 1;
    }

    @Override
    public long chunkId() {
      return 0;
    }
  }
}
