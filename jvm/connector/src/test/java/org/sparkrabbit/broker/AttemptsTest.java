package org.sparkrabbit.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

class AttemptsTest {
  private final List<Long> pauses = new ArrayList<>();
  private long now = Long.MAX_VALUE - 1_000;
  private final Attempts attempts =
      new Attempts(Duration.ofSeconds(15), () -> now, pause -> sleep(pause.toMillis()));

  private void sleep(long millis) {
    pauses.add(millis);
    now += Duration.ofMillis(millis).toNanos();
  }

  private static RabbitStreamsException failure(ErrorCode code) {
    return new RabbitStreamsException(code, "What happened.");
  }

  /** Fails with one code after the other, and succeeds then. */
  private static Supplier<String> failing(ErrorCode... codes) {
    Queue<ErrorCode> left = new ArrayDeque<>(List.of(codes));
    return () -> {
      if (left.isEmpty()) {
        return "done";
      }
      throw failure(left.remove());
    };
  }

  @Test
  void what_succeeds_is_done_once() {
    assertEquals("done", attempts.at(failing()));
    assertEquals(List.of(), pauses);
  }

  @Test
  void what_may_pass_is_done_again_after_pauses_that_double() {
    ErrorCode lost = ErrorCode.BROKER_UNREACHABLE;
    assertEquals("done", attempts.at(failing(lost, lost, lost)));
    assertEquals(List.of(250L, 500L, 1_000L), pauses);
  }

  @Test
  void what_needs_more_time_gets_it() {
    assertEquals("done", attempts.at(failing(ErrorCode.NO_PROGRESS, ErrorCode.NO_PROGRESS)));
    assertEquals(List.of(1_000L, 2_000L), pauses);
  }

  @Test
  void what_no_repetition_mends_fails_at_once() {
    for (ErrorCode code :
        List.of(ErrorCode.LOGIN_REFUSED, ErrorCode.ACCESS_REFUSED, ErrorCode.INTERRUPTED)) {
      RabbitStreamsException thrown =
          assertThrows(RabbitStreamsException.class, () -> attempts.at(failing(code)));
      assertEquals(code, thrown.code());
    }
    assertEquals(List.of(), pauses);
  }

  @Test
  void patience_ends() {
    RabbitStreamsException lost = failure(ErrorCode.BROKER_UNREACHABLE);
    RabbitStreamsException thrown =
        assertThrows(
            RabbitStreamsException.class,
            () ->
                attempts.at(
                    () -> {
                      throw lost;
                    }));
    assertSame(lost, thrown);
    assertEquals(List.of(250L, 500L, 1_000L, 2_000L, 4_000L), pauses);
  }

  @Test
  void slow_attempts_count() {
    Supplier<String> slow =
        () -> {
          now += Duration.ofSeconds(10).toNanos();
          throw failure(ErrorCode.BROKER_UNREACHABLE);
        };
    assertThrows(
        RabbitStreamsException.class, () -> attempts.atAnyOf(List.of(slow, slow, failing())));
    assertEquals(List.of(), pauses);
  }

  @Test
  void every_way_is_tried_before_a_pause() {
    Supplier<String> closed = failing(ErrorCode.BROKER_UNREACHABLE, ErrorCode.BROKER_UNREACHABLE);
    assertEquals("done", attempts.atAnyOf(List.of(closed, failing())));
    assertEquals(List.of(), pauses);
  }

  @Test
  void an_interrupted_pause_ends_the_attempts() {
    Attempts interrupted =
        new Attempts(
            Duration.ofSeconds(15),
            () -> now,
            pause -> {
              throw new InterruptedException();
            });
    RabbitStreamsException thrown =
        assertThrows(
            RabbitStreamsException.class,
            () -> interrupted.at(failing(ErrorCode.BROKER_UNREACHABLE)));
    assertEquals(ErrorCode.INTERRUPTED, thrown.code());
    assertTrue(Thread.interrupted());
  }
}
