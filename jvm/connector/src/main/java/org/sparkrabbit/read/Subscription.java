package org.sparkrabbit.read;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.broker.BrokerLease;
import org.sparkrabbit.broker.Decompression;
import org.sparkrabbit.broker.Delivery;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.metrics.ReadMetrics;
import org.sparkrabbit.options.ReadSettings;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.plan.Extent;
import org.sparkrabbit.plan.OffsetRange;

/**
 * The chunks of a range, whatever becomes of the connection that they come over. All is done by the
 * thread that reads; where a delivery ends before the range does, it begins another one.
 */
final class Subscription implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Subscription.class);

  /** Enough to keep the broker busy while Spark works, and small beside an executor's heap. */
  private static final long BYTE_BUDGET = 32L * 1024 * 1024;

  private static final Duration FIRST_PATIENCE = Duration.ofSeconds(15);

  private final OffsetRange range;
  private final ReadSettings settings;
  private final long mostHeld;
  private final ReadMetrics metrics;
  private final BrokerLease broker;
  private final BrokerFilter filter;
  private final Decompression decompression;
  private final SameStream sameStream = new SameStream();
  private Inbox inbox;
  private Delivery delivery;
  private FilteredEnd filteredEnd;
  private FirstOffset firstOffset;

  /** Once {@code mostMessages} are held no more chunks are asked for. */
  Subscription(TableSettings settings, OffsetRange range, long mostMessages, ReadMetrics metrics) {
    this.range = range;
    this.settings = settings.reading();
    this.mostHeld = Math.min(mostMessages, this.settings.queueCapacity());
    this.metrics = metrics;
    this.filter = BrokerFilter.of(this.settings.filter());
    this.broker = BrokerLease.open(settings.connection());
    try {
      this.decompression = broker.decompression();
      begin(range.from(), FIRST_PATIENCE);
    } catch (Throwable e) {
      broker.close();
      throw e;
    }
  }

  private void begin(long from, Duration patience) {
    use(broker.deliver(range.stream(), from, filter.properties(), patience, this::freshInbox));
    LOG.debug("Delivered by {} from={}: {}", delivery.node(), from, range);
  }

  private void use(Delivery begun) {
    delivery = begun;
    Inbox fresh = inbox;
    firstOffset =
        new FirstOffset(fresh, () -> broker.bounds().firstAt(begun.node(), range.stream()));
    filteredEnd =
        new FilteredEnd(
            range.until(),
            fresh,
            begun::covered,
            () -> {
              begun.awaitAnswer();
              // What was gone before the end was reached is a gap before the end, too.
              firstOffset.ask();
            });
    inbox.open(begun::credit);
  }

  private Inbox freshInbox() {
    inbox = new Inbox(range.until(), settings.initialCredits(), BYTE_BUDGET, mostHeld);
    return inbox;
  }

  /**
   * The next chunk, or null if none comes within the time, or none of this stream at all; {@code
   * next} is where to go on.
   */
  Chunk take(long next, long timeoutNanos) throws InterruptedException {
    try {
      Chunk chunk = inbox.take(timeoutNanos);
      if (chunk == null || !sameStream.admits(chunk.head())) {
        return null;
      }
      if (chunk.end() <= next) {
        inbox.recycle(chunk);
        return inbox.take(timeoutNanos);
      }
      return chunk;
    } catch (RabbitStreamsException e) {
      if (!e.code().isRetryable()) {
        throw e;
      }
      resume(next, e);
      return null;
    }
  }

  /** Begins another delivery, because this one has ended or is not of use. */
  void resume(long next, RabbitStreamsException why) {
    LOG.warn("Delivery ended, going on from={}: {}", next, range, why);
    metrics.retry();
    delivery.close();
    begin(sameStream.resumeAt(next), settings.patience());
  }

  /**
   * Begins another delivery if this one may have passed by chunks before its first one, and tells
   * whether it did.
   */
  boolean beginsAgain(long next) {
    if (delivery.isWithin() || inbox.taken() > 1) {
      return false;
    }
    use(delivery.again(sameStream.resumeAt(next), filter.properties(), freshInbox()));
    return true;
  }

  /** Another stream of this name has taken the place of the one that was read. */
  boolean isReplaced() {
    return sameStream.isReplaced();
  }

  /** The first offset that the broker held, or a later one, when it sent the chunk taken last. */
  long firstOffset() {
    return firstOffset.sinceLastTaken();
  }

  /** Whether the broker leaves out chunks, without a word. */
  boolean isFiltered() {
    return filter.isPresent();
  }

  /** The end of what the broker's filter lets through, as far as this delivery knows. */
  FilteredEnd filteredEnd() {
    return filteredEnd;
  }

  void recycle(Chunk chunk) {
    sameStream.done(chunk.head());
    inbox.recycle(chunk);
  }

  /** What the stream holds now, which has reached this offset unless it is another one. */
  Extent extent(long reached) {
    return broker.bounds().extentReaching(range.stream(), reached);
  }

  Decompression decompression() {
    return decompression;
  }

  @Override
  public void close() {
    // Spark may keep a reader for long after its end.
    inbox = null;
    try {
      delivery.close();
    } finally {
      broker.close();
    }
  }
}
