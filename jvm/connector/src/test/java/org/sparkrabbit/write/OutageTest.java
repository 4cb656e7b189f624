package org.sparkrabbit.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.options.BackOff;

class OutageTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final BackOff PAUSES =
      new BackOff(Duration.ofSeconds(5), Duration.ofSeconds(1), null);

  private final Outage outage = new Outage(MINUTE);

  private static long second(int number) {
    return Duration.ofSeconds(number).toNanos();
  }

  private void lostAndTried(long confirmed, int second) {
    outage.lost(confirmed, second(second));
    outage.attempted(second(second));
  }

  @Test
  void the_first_attempt_comes_at_once_and_the_others_after_pauses() {
    assertEquals(Duration.ZERO, outage.pause(PAUSES));
    lostAndTried(0, 100);
    assertEquals(Duration.ofSeconds(5), outage.pause(PAUSES));
    outage.attempted(second(105));
    assertEquals(Duration.ofSeconds(1), outage.pause(PAUSES));
  }

  @Test
  void connections_that_are_lost_without_a_confirm_are_one_outage() {
    lostAndTried(7, 100);
    lostAndTried(7, 130);
    assertEquals(Duration.ofSeconds(1), outage.pause(PAUSES));
    outage.lost(7, second(159));
    assertFalse(outage.isOver(Duration.ofSeconds(1), PAUSES, second(159)));
    assertTrue(outage.isOver(Duration.ofSeconds(1), PAUSES, second(160)));
  }

  @Test
  void a_confirm_ends_an_outage() {
    lostAndTried(7, 100);
    outage.lost(8, second(159));
    assertEquals(Duration.ZERO, outage.pause(PAUSES));
    assertFalse(outage.isOver(Duration.ofSeconds(1), PAUSES, second(218)));
  }

  @Test
  void a_connection_that_has_lasted_ends_an_outage() {
    lostAndTried(7, 100);
    outage.lost(7, second(161));
    assertEquals(Duration.ZERO, outage.pause(PAUSES));
  }

  @Test
  void the_user_may_end_it_sooner() {
    BackOff impatient =
        new BackOff(Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofSeconds(10));
    outage.lost(0, second(100));
    assertFalse(outage.isOver(Duration.ZERO, impatient, second(110)));
    assertTrue(outage.isOver(Duration.ofSeconds(1), impatient, second(110)));
  }
}
