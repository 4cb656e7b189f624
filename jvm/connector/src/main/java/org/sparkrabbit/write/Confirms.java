package org.sparkrabbit.write;

import com.rabbitmq.stream.ConfirmationHandler;
import com.rabbitmq.stream.ConfirmationStatus;
import com.rabbitmq.stream.Constants;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Target;

/** Counts what the broker has confirmed. One counter serves all rows of a writer. */
final class Confirms implements ConfirmationHandler {
  private static final long NOBODY_WAITS = Long.MAX_VALUE;

  private final Target target;
  private final Thread writer = Thread.currentThread();
  private final AtomicLong settled = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicReference<String> firstRefusal = new AtomicReference<>();
  private volatile long awaited = NOBODY_WAITS;
  private long sent;

  Confirms(Target target) {
    this.target = target;
  }

  /** Counts a message before it is sent. */
  void expectOneMore() {
    sent++;
  }

  @Override
  public void handle(ConfirmationStatus status) {
    if (!status.isConfirmed()) {
      refused.incrementAndGet();
      firstRefusal.compareAndSet(null, reason(status.getCode()));
    }
    if (settled.incrementAndGet() >= awaited) {
      LockSupport.unpark(writer);
    }
  }

  void throwIfAnyRefused() {
    if (firstRefusal.get() != null) {
      throw notConfirmed(firstRefusal.get());
    }
  }

  /** Returns when all that was sent is confirmed, and in no other case. */
  void awaitAll(Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    awaited = sent;
    while (settled.get() < sent) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        throw notConfirmed("no answer within " + timeout.toSeconds() + " s");
      }
      LockSupport.parkNanos(this, left);
      if (Thread.interrupted()) {
        Thread.currentThread().interrupt();
        throw notConfirmed("the task was interrupted");
      }
    }
    throwIfAnyRefused();
  }

  private RabbitStreamsException notConfirmed(String why) {
    long confirmed = settled.get() - refused.get();
    return new RabbitStreamsException(
        ErrorCode.NOT_CONFIRMED,
        ("Of %d messages sent to %s the broker confirmed %d; the first cause: %s. The confirmed ones"
                + " are visible to consumers, the others may or may not be; trying the task again"
                + " writes all of them once more. Look into the broker's log for alarms (memory, disk)"
                + " and lost leaders.")
            .formatted(sent, target, confirmed, why));
  }

  private static String reason(short code) {
    return switch (code) {
      case Constants.CODE_PUBLISH_CONFIRM_TIMEOUT -> "the broker did not confirm in time";
      case Constants.CODE_MESSAGE_ENQUEUEING_FAILED ->
          "too many messages were unconfirmed for too long";
      case Constants.CODE_PRODUCER_CLOSED -> "the stream was deleted, or the producer was closed";
      case Constants.CODE_PRODUCER_NOT_AVAILABLE ->
          "the connection to the stream's leader was lost";
      case Constants.CODE_NO_ROUTE_FOUND -> "no partition takes the routing key";
      default -> "the broker answered with code " + code;
    };
  }
}
