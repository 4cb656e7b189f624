package org.sparkrabbit.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.rabbitmq.stream.BackOffDelayPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.options.BackOff;

class PausesTest {
  private static final Duration FIRST = Duration.ofSeconds(5);
  private static final Duration LATER = Duration.ofSeconds(1);

  @Test
  void the_first_pause_differs_from_the_later_ones() {
    Pauses pauses = new Pauses(new BackOff(FIRST, LATER, null));
    assertEquals(FIRST, pauses.delay(0));
    assertEquals(LATER, pauses.delay(1));
    assertEquals(LATER, pauses.delay(1_000_000));
  }

  @Test
  void after_the_timeout_there_is_no_other_attempt() {
    Pauses pauses = new Pauses(new BackOff(FIRST, LATER, Duration.ofSeconds(8)));
    assertEquals(LATER, pauses.delay(3));
    assertEquals(BackOffDelayPolicy.TIMEOUT, pauses.delay(4));
  }

  @Test
  void a_short_timeout_leaves_the_pauses_of_a_lookup() {
    Pauses pauses = new Pauses(new BackOff(FIRST, LATER, LATER));
    assertEquals(LATER, pauses.delay(2));
    assertEquals(BackOffDelayPolicy.TIMEOUT, pauses.delay(3));
  }
}
