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
  static final String LEADER_LOST =
      "the stream was deleted, or the connection to its leader was lost";

  private final Target target;
  private final Duration confirmPatience;
  private final Duration roomPatience;
  private final Room room;
  private final WriteMetrics metrics;
  private final AtomicLong settled = new AtomicLong();
  private final AtomicLong bytesSettled = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicReference<String> firstRefusal = new AtomicReference<>();
  private final long wakeEvery;
  private volatile Thread waiting;
  private volatile long wakeAt = Long.MAX_VALUE;

  // The writer's thread only.
  private long sent;
  private long bytesSent;
  private long settledBefore;
  private long bytesSettledBefore;

  Confirms(Target target, WriteSettings settings, WriteMetrics metrics) {
    this.metrics = metrics;
    this.target = target;
    this.confirmPatience = settings.confirmTimeout();
    this.roomPatience =
        settings.enqueueTimeout().isZero() ? confirmPatience : settings.enqueueTimeout();
    this.wakeEvery = Math.max(1, Math.min(64, settings.maxInFlight() / 8));
    this.room = new Room(settings.maxInFlight(), settings.subEntrySize());
  }

  /** Counts on so many confirms of a message before it is sent, once there is room for it. */
  void expect(OutgoingMessage message, int copies) {
    throwIfAnyRefused();
    long bytes = (long) copies * Room.bytesOf(message);
    room.see(message);
    if (!room.fits(sent - settledBefore + copies, bytesSent - bytesSettledBefore + bytes)) {
      makeRoom(copies, bytes);
    }
    sent += copies;
    bytesSent += bytes;
  }

  /** What the client's threads count is looked at only where it matters: looking takes time. */
  private void makeRoom(int copies, long bytes) {
    look();
    if (!room.fits(sent - settledBefore + copies, bytesSent - bytesSettledBefore + bytes)) {
      long began = System.nanoTime();
      await(() -> settledBefore == sent || isRoomy(copies, bytes), roomPatience);
      metrics.waitedForRoom(System.nanoTime() - began);
      throwIfAnyRefused();
    }
  }

  private boolean isRoomy(int copies, long bytes) {
    return room.fitsWell(sent - settledBefore + copies, bytesSent - bytesSettledBefore + bytes);
  }

  private void look() {
    settledBefore = settled.get();
    bytesSettledBefore = bytesSettled.get();
  }

  @Override
  public void handle(ConfirmationStatus status) {
    metrics.settled(status.getMessage(), status.isConfirmed());
    if (!status.isConfirmed()) {
      refused.incrementAndGet();
      firstRefusal.compareAndSet(null, reason(status.getCode()));
    }
    bytesSettled.addAndGet(Room.bytesOf((OutgoingMessage) status.getMessage()));
    long count = settled.incrementAndGet();
    if (count % wakeEvery == 0 || count >= wakeAt || !status.isConfirmed()) {
      wake();
    }
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
    await(() -> settledBefore == sent, confirmPatience);
    metrics.waitedForTheRest(System.nanoTime() - began);
    if (settledBefore != sent || refused.get() > 0) {
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
   * the wait, too. Being woken by each confirm would take more time than sending.
   */
  private void await(BooleanSupplier condition, Duration patience) {
    wakeAt = sent;
    waiting = Thread.currentThread();
    try {
      look();
      long deadline = System.nanoTime() + patience.toNanos();
      while (!condition.getAsBoolean() && firstRefusal.get() == null) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          throw notConfirmed("no answer within " + patience.toMillis() + " ms");
        }
        LockSupport.parkNanos(this, left);
        if (Thread.currentThread().isInterrupted()) {
          throw notConfirmed("the task was interrupted");
        }
        long seen = settledBefore;
        look();
        if (settledBefore != seen) {
          deadline = System.nanoTime() + patience.toNanos();
        }
      }
    } finally {
      waiting = null;
      wakeAt = Long.MAX_VALUE;
    }
  }

  private RabbitStreamsException notConfirmed(String why) {
    long confirmed = settled.get() - refused.get();
    return new RabbitStreamsException(
        ErrorCode.NOT_CONFIRMED,
        ("Of %d messages sent to %s the broker confirmed %d; the first cause: %s. Check that"
                + " it still exists, and look into the broker's log for alarms (memory, disk) and"
                + " lost leaders.")
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
      case Constants.CODE_PRODUCER_CLOSED, Constants.CODE_PRODUCER_NOT_AVAILABLE -> LEADER_LOST;
      default -> "the broker answered with code " + code;
    };
  }
}
