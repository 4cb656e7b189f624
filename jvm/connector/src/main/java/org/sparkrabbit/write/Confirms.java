package org.sparkrabbit.write;

import com.rabbitmq.stream.Constants;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.errors.WriteStage;
import org.sparkrabbit.metrics.WriteMetrics;
import org.sparkrabbit.options.Target;
import org.sparkrabbit.options.WriteSettings;

/**
 * Bounds what is on its way to the streams of a task, and waits for its confirms. The outlets
 * count; they are looked at only where it matters, since looking takes time.
 */
final class Confirms {
  static final String LEADER_LOST =
      "the stream was deleted, or the connection to its leader was lost";
  static final String INTERRUPTED = "the task was interrupted";

  /** More makes a broker slower, since what waits there leaves the caches of its processors. */
  private static final long MOST_BYTES = 4L * 1024 * 1024;

  /** A writer that waits is woken a few times on the way, whenever such a part is confirmed. */
  private static final int WAKE_PARTS = 16;

  private final Target target;
  private final Duration confirmPatience;
  private final Duration roomPatience;
  private final int mostMessages;
  private final WriteMetrics metrics;
  private final Collection<Outlet> outlets;
  private final AtomicReference<String> firstRefusal = new AtomicReference<>();
  private volatile Thread waiting;
  private volatile int heard;
  private int wakeEvery = 1;

  // The writer's thread only.
  private long messagesAdded;
  private long bytesAdded;
  private long messagesSettled;
  private long bytesSettled;
  private long confirmedByThoseThatLeft;

  /** The outlets may become more. */
  Confirms(
      Target target, WriteSettings settings, WriteMetrics metrics, Collection<Outlet> outlets) {
    this.target = target;
    this.metrics = metrics;
    this.outlets = outlets;
    this.confirmPatience = settings.confirmTimeout();
    this.roomPatience =
        settings.enqueueTimeout().isZero() ? confirmPatience : settings.enqueueTimeout();
    this.mostMessages = settings.maxInFlight();
  }

  /** Returns once there is room for so many copies of a message. */
  void expect(int copies, int size) {
    throwIfAnyRefused();
    long bytes = (long) copies * size;
    if (!fits(copies, bytes, mostMessages, MOST_BYTES)) {
      makeRoom(copies, bytes);
    }
    messagesAdded += copies;
    bytesAdded += bytes;
  }

  /** What is larger than all room goes alone. */
  private boolean fits(int copies, long bytes, long messagesAtMost, long bytesAtMost) {
    long messagesThen = messagesAdded - messagesSettled + copies;
    long bytesThen = bytesAdded - bytesSettled + bytes;
    return messagesThen <= messagesAtMost && bytesThen <= bytesAtMost
        || messagesAdded == messagesSettled;
  }

  /** Whether one part of so many is free, so that looking and waiting are worth their time. */
  private boolean isRoomy(int copies, long bytes, int parts) {
    return fits(
        copies, bytes, mostMessages - mostMessages / parts, MOST_BYTES - MOST_BYTES / parts);
  }

  private void makeRoom(int copies, long bytes) {
    look();
    if (isRoomy(copies, bytes, 8)) {
      return;
    }
    long began = System.nanoTime();
    outlets.forEach(Outlet::flush);
    await(() -> isRoomy(copies, bytes, 4), roomPatience);
    metrics.waitedForRoom(System.nanoTime() - began);
  }

  /** Takes over what the outlets have counted. */
  void look() {
    long confirmed = confirmedByThoseThatLeft;
    long refused = 0;
    long bytesLeft = 0;
    for (Outlet outlet : outlets) {
      outlet.look();
      confirmed += outlet.confirmed();
      refused += outlet.refused();
      bytesLeft += outlet.bytesOnTheWay();
    }
    messagesSettled = confirmed;
    bytesSettled = bytesAdded - bytesLeft;
    metrics.settled(confirmed, refused);
  }

  /** Returns when all that was added is confirmed, and in no other case. */
  void awaitAll() {
    long began = System.nanoTime();
    outlets.forEach(Outlet::flush);
    await(() -> messagesSettled == messagesAdded, confirmPatience);
    metrics.waitedForTheRest(System.nanoTime() - began);
  }

  /** Returns when all that was added to one outlet is confirmed. */
  void awaitAllOf(Outlet outlet) {
    if (!outlet.isIdle()) {
      long began = System.nanoTime();
      outlet.flush();
      await(outlet::isIdle, confirmPatience);
      metrics.waitedForRoom(System.nanoTime() - began);
    }
  }

  /** An outlet of which all is confirmed is no longer among them. */
  void left(Outlet outlet) {
    confirmedByThoseThatLeft += outlet.confirmed();
  }

  /** Waits while confirms keep coming; patience is for the time without any on a connection. */
  private void await(BooleanSupplier condition, Duration patience) {
    wakeEvery = (int) Math.max(1, (messagesAdded - messagesSettled) / WAKE_PARTS);
    waiting = Thread.currentThread();
    try {
      long deadline = System.nanoTime() + patience.toNanos();
      long seen = messagesSettled;
      while (true) {
        boolean isConnectedAnew = tend();
        look();
        throwIfAnyRefused();
        if (condition.getAsBoolean()) {
          return;
        }
        if (isConnectedAnew || messagesSettled != seen) {
          seen = messagesSettled;
          deadline = System.nanoTime() + patience.toNanos();
        }
        park(deadline - System.nanoTime(), patience);
      }
    } finally {
      waiting = null;
    }
  }

  /** Where all is confirmed nobody waits for anything, whatever has become of the connection. */
  private boolean tend() {
    boolean isConnectedAnew = false;
    for (Outlet outlet : outlets) {
      isConnectedAnew |= !outlet.isIdle() && outlet.tend();
    }
    return isConnectedAnew;
  }

  private void park(long left, Duration patience) {
    if (left <= 0) {
      throw notConfirmed("no answer within " + patience.toMillis() + " ms", null);
    }
    LockSupport.parkNanos(this, left);
    if (Thread.currentThread().isInterrupted()) {
      throw notConfirmed(INTERRUPTED, null);
    }
  }

  /** Messages are confirmed. Being woken by each would take more time than sending. */
  @SuppressWarnings("NonAtomicOperationOnVolatileField")
  void heard(int messages, boolean isLast) {
    heard += messages;
    if (heard >= wakeEvery || isLast) {
      heard = 0;
      wake();
    }
  }

  boolean isAwaited() {
    return waiting != null;
  }

  /** An entry is refused. */
  void refused(short code) {
    firstRefusal.compareAndSet(null, reason(code));
    wake();
  }

  void wake() {
    LockSupport.unpark(waiting);
  }

  private void throwIfAnyRefused() {
    if (firstRefusal.get() != null) {
      throw notConfirmed(firstRefusal.get(), null);
    }
  }

  RabbitStreamsException notConfirmed(String why, Throwable cause) {
    look();
    return new RabbitStreamsException(
        ErrorCode.NOT_CONFIRMED,
        ("Of %d messages sent to %s the broker confirmed %d; the first cause: %s. Check that"
                + " it still exists, and look into the broker's log for alarms (memory, disk) and"
                + " lost leaders.")
            .formatted(messagesAdded, target, messagesSettled, why),
        WriteStage.AWAITING_CONFIRMS,
        cause);
  }

  private static String reason(short code) {
    return switch (code) {
      case Constants.RESPONSE_CODE_ACCESS_REFUSED -> "the user may not write there any more";
      case Constants.RESPONSE_CODE_PRECONDITION_FAILED ->
          "the broker takes no entry of so many messages; set a smaller subEntrySize";
      default -> "the broker answered with code " + code;
    };
  }
}
