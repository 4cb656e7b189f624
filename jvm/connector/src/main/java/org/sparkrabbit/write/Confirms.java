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
import org.sparkrabbit.errors.WriteStage;
import org.sparkrabbit.metrics.WriteMetrics;
import org.sparkrabbit.options.Target;
import org.sparkrabbit.options.WriteSettings;

/**
 * Counts what the broker has confirmed, and bounds what it has not. One object serves all rows of a
 * writer; the client's threads count, the writer's thread waits. A message to several partitions
 * counts once for each.
 */
final class Confirms implements ConfirmationHandler {
  private final Target target;
  private final Duration confirmPatience;
  private final Duration roomPatience;
  private final Room room;
  private final WriteMetrics metrics;
  private final AtomicLong settled = new AtomicLong();
  private final AtomicLong bytesSettled = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicReference<String> firstRefusal = new AtomicReference<>();
  private volatile Thread waiting;
  private long sent;
  private long bytesSent;

  Confirms(Target target, WriteSettings settings, WriteMetrics metrics) {
    this.metrics = metrics;
    this.target = target;
    this.confirmPatience = settings.confirmTimeout();
    this.roomPatience =
        settings.enqueueTimeout().isZero() ? confirmPatience : settings.enqueueTimeout();
    this.room = new Room(settings.maxInFlight(), settings.subEntrySize());
  }

  /** Counts on so many confirms of a message before it is sent, once there is room for it. */
  void expect(OutgoingMessage message, int copies) {
    throwIfAnyRefused();
    long bytes = (long) copies * Room.bytesOf(message);
    room.see(message);
    if (!room.fits(sent - settled.get() + copies, bytesSent - bytesSettled.get() + bytes)) {
      long began = System.nanoTime();
      await(
          () ->
              settled.get() == sent
                  || room.fitsWell(
                      sent - settled.get() + copies, bytesSent - bytesSettled.get() + bytes),
          roomPatience);
      metrics.waitedForRoom(System.nanoTime() - began);
      throwIfAnyRefused();
    }
    sent += copies;
    bytesSent += bytes;
  }

  @Override
  public void handle(ConfirmationStatus status) {
    metrics.settled(status.getMessage(), status.isConfirmed());
    if (!status.isConfirmed()) {
      refused.incrementAndGet();
      firstRefusal.compareAndSet(null, reason(status.getCode()));
    }
    bytesSettled.addAndGet(Room.bytesOf((OutgoingMessage) status.getMessage()));
    settled.incrementAndGet();
    wake();
  }

  /** Nothing will be confirmed any more. */
  void giveUp(String why) {
    firstRefusal.compareAndSet(null, why);
    wake();
  }

  private void wake() {
    Thread writer = waiting;
    if (writer != null) {
      LockSupport.unpark(writer);
    }
  }

  /** Returns when all that was sent is confirmed, and in no other case. */
  void awaitAll() {
    long began = System.nanoTime();
    await(() -> settled.get() == sent, confirmPatience);
    metrics.waitedForTheRest(System.nanoTime() - began);
    if (settled.get() != sent || refused.get() > 0) {
      throwIfAnyRefused();
    }
  }

  private void throwIfAnyRefused() {
    if (firstRefusal.get() != null) {
      throw notConfirmed(firstRefusal.get());
    }
  }

  /**
   * Waits while confirms keep coming; patience is for the time without any. What was given up ends
   * the wait, too.
   */
  private void await(BooleanSupplier condition, Duration patience) {
    waiting = Thread.currentThread();
    try {
      long seen = settled.get();
      long deadline = System.nanoTime() + patience.toNanos();
      while (!condition.getAsBoolean() && firstRefusal.get() == null) {
        if (settled.get() != seen) {
          seen = settled.get();
          deadline = System.nanoTime() + patience.toNanos();
        }
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          throw notConfirmed("no answer within " + patience.toMillis() + " ms");
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
        ("Of %d messages sent to %s the broker confirmed %d; the first cause: %s. Look into the"
                + " broker's log for alarms (memory, disk) and lost leaders.")
            .formatted(sent, target, confirmed, why),
        WriteStage.AWAITING_CONFIRMS,
        null);
  }

  private static String reason(short code) {
    return switch (code) {
      case Constants.CODE_PUBLISH_CONFIRM_TIMEOUT -> "the broker did not confirm in time";
      case Constants.CODE_MESSAGE_ENQUEUEING_FAILED ->
          "the client could not take a message, because it found no room, or could not compress it;"
              + " its log tells more";
      case Constants.CODE_PRODUCER_CLOSED -> "the stream was deleted, or the producer was closed";
      case Constants.CODE_PRODUCER_NOT_AVAILABLE ->
          "the connection to the stream's leader was lost";
      default -> "the broker answered with code " + code;
    };
  }
}
