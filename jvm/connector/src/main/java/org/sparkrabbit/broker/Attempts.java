package org.sparkrabbit.broker;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.errors.Retry;

/**
 * Does again what failed for a reason that may pass, after pauses that double, as long as its
 * patience lasts. What no repetition mends fails at once.
 */
final class Attempts {
  static final Attempts USUAL = within(Duration.ofSeconds(15));

  private static final Logger LOG = LoggerFactory.getLogger(Attempts.class);
  private static final int MOST_DOUBLINGS = 5;

  @FunctionalInterface
  interface Sleeper {
    void sleep(Duration pause) throws InterruptedException;
  }

  private final Duration patience;
  private final LongSupplier nanoClock;
  private final Sleeper sleeper;

  Attempts(Duration patience, LongSupplier nanoClock, Sleeper sleeper) {
    this.patience = patience;
    this.nanoClock = nanoClock;
    this.sleeper = sleeper;
  }

  static Attempts within(Duration patience) {
    return new Attempts(patience, System::nanoTime, pause -> Thread.sleep(shortened(pause)));
  }

  /** At most by half, and each time otherwise: who failed together comes again one by one. */
  private static long shortened(Duration pause) {
    long millis = pause.toMillis();
    return ThreadLocalRandom.current().nextLong(millis / 2, millis + 1);
  }

  <T> T at(Supplier<T> call) {
    return atAnyOf(List.of(call));
  }

  /** Several ways to the same end, which are all tried before a pause. */
  <T> T atAnyOf(List<Supplier<T>> ways) {
    long deadline = nanoClock.getAsLong() + patience.toNanos();
    for (int round = 0; ; round++) {
      RabbitStreamsException failure = null;
      for (Supplier<T> way : ways) {
        try {
          return way.get();
        } catch (RabbitStreamsException e) {
          if (!mayPass(e) || nanoClock.getAsLong() - deadline >= 0) {
            throw e;
          }
          failure = e;
        }
      }
      Duration pause =
          firstPause(failure.code().retry()).multipliedBy(1L << Math.min(round, MOST_DOUBLINGS));
      if (nanoClock.getAsLong() + pause.toNanos() - deadline >= 0) {
        throw failure;
      }
      LOG.debug("Next attempt in {} ms", pause.toMillis(), failure);
      pause(pause, sleeper);
    }
  }

  /** Who was interrupted is wanted elsewhere, although another task may succeed. */
  private static boolean mayPass(RabbitStreamsException failure) {
    return failure.code().isRetryable() && failure.code() != ErrorCode.INTERRUPTED;
  }

  private static Duration firstPause(Retry retry) {
    return switch (retry) {
      case FAST -> Duration.ofMillis(50);
      case NORMAL -> Duration.ofMillis(250);
      case SLOW -> Duration.ofSeconds(1);
      case NEVER -> throw new IllegalArgumentException("Never is no pause");
    };
  }

  static void pause(Duration pause) {
    pause(pause, time -> Thread.sleep(time.toMillis()));
  }

  private static void pause(Duration pause, Sleeper sleeper) {
    try {
      sleeper.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RabbitStreamsException(
          ErrorCode.INTERRUPTED, "Interrupted before another attempt to reach the broker", e);
    }
  }
}
