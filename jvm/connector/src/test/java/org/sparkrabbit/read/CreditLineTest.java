package org.sparkrabbit.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CreditLineTest {
  private static final int MIB = 1024 * 1024;

  private final CreditLine credits = new CreditLine(1, 4 * MIB, Long.MAX_VALUE);
  private int granted;

  @BeforeEach
  void open() {
    credits.open(this::grant);
  }

  @Test
  void nothing_is_granted_before_the_first_chunk_has_come() {
    credits.extend();
    assertEquals(0, granted);
  }

  @Test
  void a_chunk_that_comes_early_is_counted_when_it_is_known_whom_to_ask() {
    CreditLine early = new CreditLine(1, 4 * MIB, Long.MAX_VALUE);
    early.arrived(false);
    early.hold(MIB, 1);
    early.extend();
    assertEquals(0, granted);
    early.open(this::grant);
    assertEquals(3, granted);
  }

  @Test
  void initial_credits_beyond_that_of_the_subscription_follow_it() {
    CreditLine eager = new CreditLine(100, 4 * MIB, Long.MAX_VALUE);
    eager.open(this::grant);
    assertEquals(99, granted);
  }

  @Test
  void the_first_chunk_opens_the_line_as_far_as_the_budget_goes() {
    receive(MIB);
    // One of four is held, so three more fit.
    assertEquals(3, granted);
  }

  @Test
  void nothing_is_granted_while_the_budget_is_held() {
    receive(4 * MIB);
    assertEquals(0, granted);
    releaseAndExtend(4 * MIB);
    assertEquals(1, granted);
  }

  @Test
  void a_chunk_above_the_budget_comes_alone() {
    receive(9 * MIB);
    assertEquals(0, granted);
    releaseAndExtend(9 * MIB);
    assertEquals(1, granted);
    receive(9 * MIB);
    assertEquals(1, granted);
  }

  @Test
  void a_large_chunk_is_remembered_for_a_while() {
    receive(2 * MIB);
    releaseAndExtend(2 * MIB);
    granted = 0;
    receive(64 * 1024);
    // Chunks of 1.75 MiB are expected now: one is on its way still, and one more fits.
    assertEquals(1, granted);
  }

  @Test
  void nothing_is_granted_once_the_last_chunk_is_known() {
    credits.arrived(true);
    credits.hold(MIB, 1);
    credits.extend();
    assertEquals(0, granted);
  }

  @Test
  void nothing_is_granted_while_too_many_messages_are_held() {
    CreditLine narrow = new CreditLine(1, 1024L * MIB, 100);
    narrow.open(this::grant);
    narrow.arrived(false);
    narrow.hold(MIB, 100);
    narrow.extend();
    assertEquals(0, granted);
    narrow.release(MIB, 100);
    narrow.extend();
    assertEquals(32, granted);
  }

  @Test
  void small_chunks_do_not_open_the_line_without_end() {
    CreditLine roomy = new CreditLine(1, 1024L * MIB, Long.MAX_VALUE);
    roomy.open(this::grant);
    roomy.arrived(false);
    roomy.hold(100, 1);
    roomy.extend();
    assertEquals(32, granted);
  }

  private void receive(int bytes) {
    credits.arrived(false);
    credits.hold(bytes, 1);
    credits.extend();
  }

  private void releaseAndExtend(int bytes) {
    credits.release(bytes, 1);
    credits.extend();
  }

  private void grant(int more) {
    granted += more;
  }
}
