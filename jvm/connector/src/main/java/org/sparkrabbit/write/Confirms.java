package org.sparkrabbit.write;

import com.rabbitmq.stream.ConfirmationHandler;
import com.rabbitmq.stream.ConfirmationStatus;
import com.rabbitmq.stream.Constants;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.sparkrabbit.broker.OutgoingMessage;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Target;

/**
 * Counts what the broker has confirmed, and bounds what it has not. One object serves all rows of a
 * writer; the client's threads count, the writer's thread waits.
 */
final class Confirms implements ConfirmationHandler {
  private static final long MOST_BYTES_IN_FLIGHT = 32L * 1024 * 1024;

  private final Target target;
  private final Duration patience;
  private final AtomicLong settled = new AtomicLong();
  private final AtomicLong bytesInFlight = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicReference<String> firstRefusal = new AtomicReference<>();
  private volatile Thread waiting;
  private long sent;

  Confirms(Target target, Duration patience) {
    this.target = target;
    this.patience = patience;
  }

  /** Counts a message before it is sent, once there is room for it. */
  void expect(OutgoingMessage message) {
    throwIfAnyRefused();
    if (bytesInFlight.addAndGet(message.getSize()) > MOST_BYTES_IN_FLIGHT) {
      await(() -> bytesInFlight.get() <= MOST_BYTES_IN_FLIGHT || settled.get() == sent);
    }
    sent++;
  }

  @Override
  public void handle(ConfirmationStatus status) {
    bytesInFlight.addAndGet(-((OutgoingMessage) status.getMessage()).getSize());
    if (!status.isConfirmed()) {
      refused.incrementAndGet();
      firstRefusal.compareAndSet(null, reason(status.getCode()));
    }
    settled.incrementAndGet();
    Thread writer = waiting;
    if (writer != null) {
      LockSupport.unpark(writer);
    }
  }

  /** Returns when all that was sent is confirmed, and in no other case. */
  void awaitAll() {
    await(() -> settled.get() == sent);
    throwIfAnyRefused();
  }

  private void throwIfAnyRefused() {
    if (firstRefusal.get() != null) {
      throw notConfirmed(firstRefusal.get());
    }
  }

  /** Waits while confirms keep coming; patience is for the time without any. */
  private void await(BooleanSupplier condition) {
    waiting = Thread.currentThread();
    try {
      long seen = settled.get();
      long deadline = System.nanoTime() + patience.toNanos();
      while (!condition.getAsBoolean()) {
        if (settled.get() != seen) {
          seen = settled.get();
          deadline = System.nanoTime() + patience.toNanos();
        }
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          throw notConfirmed("no answer within " + patience.toSeconds() + " s");
        }
        LockSupport.parkNanos(this, left);
        if (Thread.currentThread().isInterrupted()) {
          throw notConfirmed("the task was interrupted");
        }
      }
    } finally {
      waiting = null;
    }
  }

  private RabbitStreamsException notConfirmed(String why) {
    long confirmed = settled.get() - refused.get();
    return new RabbitStreamsException(
        ErrorCode.NOT_CONFIRMED,
        ("Of %d messages sent to %s the broker confirmed %d; the first cause: %s. The confirmed ones"
                + " are visible to consumers, the others may or may not be; trying the task again"
                + " writes all of them once more. Look into the broker's log for alarms (memory,"
                + " disk) and lost leaders.")
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
