package org.sparkrabbit.read;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.metrics.ReadMetrics;
import org.sparkrabbit.options.ReadSettings;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.options.Target;
import org.sparkrabbit.plan.Extent;
import org.sparkrabbit.plan.Loss;
import org.sparkrabbit.plan.OffsetRange;

/**
 * Opens the chunks of a range, in order, for those who step along their messages. The range ends
 * when a chunk proves it: one that holds the last offset, or lies beyond; or when the stream's
 * leader says that nothing of the range is to come; or, where the broker filters, with a {@link
 * FilteredEnd}. Silence proves nothing; it fails in the end.
 */
final class RangeChunks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RangeChunks.class);

  private final OffsetRange range;
  private final boolean wasReached;
  private final ReadSettings settings;
  private final ReadMetrics metrics;
  private final DataLoss dataLoss;
  private final RangeFailures failures;
  private final boolean mayBeGone;
  private final Subscription subscription;
  private final ChunkCursor cursor;

  private Chunk chunk;
  private long offset;

  /** Since the reading has come to where it stands, whatever deliveries have begun since. */
  private Silence silence;

  private long silenceAt = -1;

  /** It may end after {@code mostMessages}, so not many more are asked for. */
  RangeChunks(
      TableSettings settings, RangePartition planned, long mostMessages, ReadMetrics metrics) {
    this.range = planned.range();
    this.wasReached = planned.wasReached();
    this.settings = settings.reading();
    this.metrics = metrics;
    this.dataLoss = new DataLoss(settings.reading().failsOnDataLoss(), LOG);
    this.failures = new RangeFailures(range, settings.reading().patience());
    this.offset = range.from();
    this.mayBeGone =
        settings.target() instanceof Target.SuperStream && !settings.reading().failsOnDataLoss();
    this.subscription = range.isEmpty() ? null : subscribed(settings, mostMessages);
    this.cursor = subscription == null ? null : new ChunkCursor(subscription.decompression());
  }

  private Subscription subscribed(TableSettings all, long mostMessages) {
    try {
      return new Subscription(all, range, mostMessages, metrics);
    } catch (RabbitStreamsException e) {
      endIfGone(e);
      return null;
    }
  }

  /** A partition may be deleted after a read was planned. */
  private void endIfGone(RabbitStreamsException failure) {
    if (!mayBeGone || failure.code() != ErrorCode.STREAM_NOT_FOUND) {
      throw failure;
    }
    metrics.lost(range.until() - offset);
    dataLoss.missing(range.stream(), offset);
    offset = range.until();
  }

  /** Opens a chunk unless there are messages left in the one that is open. False at the end. */
  boolean hasMessages() {
    while (offset < range.until()) {
      if (chunk == null) {
        openNextChunk();
      } else if (cursor.hasNext()) {
        return true;
      } else {
        closeChunk();
      }
    }
    return false;
  }

  /** Steps along the messages of the open chunk. */
  ChunkCursor cursor() {
    return cursor;
  }

  /** The offset of the message that comes next. */
  long offset() {
    return offset;
  }

  /** When the broker wrote the open chunk, in milliseconds. */
  long timestamp() {
    return chunk.timestamp();
  }

  /** How many messages of the range are left in the open chunk. */
  long left() {
    return Math.min(chunk.end(), range.until()) - offset;
  }

  /** The cursor has stepped along so many messages. */
  void stepped(int messages) {
    offset += messages;
  }

  private void openNextChunk() {
    long began = System.nanoTime();
    try {
      Chunk next = awaitChunk();
      if (next == null) {
        return;
      }
      metrics.batch(System.nanoTime() - began);
      if (next.firstOffset() > offset && !stepOverGap(next.firstOffset())) {
        return;
      }
      chunk = next;
    } catch (RabbitStreamsException e) {
      endIfGone(e);
      return;
    }
    if (!chunk.isIntact()) {
      throw failures.damaged(offset, "its checksum is wrong", null);
    }
    cursor.open(chunk);
    try {
      // The broker delivers whole chunks, so there may be messages before those that are wanted.
      cursor.skipTo(offset);
    } catch (DamagedChunkException e) {
      throw damaged(e);
    }
  }

  private void closeChunk() {
    Chunk done = chunk;
    chunk = null;
    subscription.recycle(done);
  }

  /** Waits for a chunk; null where none is to come. */
  private Chunk awaitChunk() {
    if (offset != silenceAt) {
      silence = new Silence(settings, subscription.isFiltered());
      silenceAt = offset;
    }
    while (!subscription.isReplaced()) {
      Chunk next = take(subscription.filteredEnd().isProven() ? 0 : silence.pause());
      if (next != null) {
        return next;
      }
      if (subscription.isFiltered() && isAllThatMatches()) {
        return lastOfFiltered();
      }
      boolean isTooLong = silence.isTooLong();
      if (isTooLong || silence.isReported()) {
        if (isAllThereIs()) {
          offset = range.until();
          return null;
        }
        if (isTooLong) {
          throw failures.noProgress(offset, subscription.isFiltered());
        }
        LOG.warn("Nothing has come for a while, waiting at offset={}: {}", offset, range);
      }
    }
    lose(range.until(), "It was deleted and created again while it was read.");
    offset = range.until();
    return null;
  }

  private Chunk take(long timeoutNanos) {
    try {
      return subscription.take(offset, timeoutNanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failures.interrupted(offset, e);
    }
  }

  /** Asks the delivering broker whether all that its filter lets through has come. */
  private boolean isAllThatMatches() {
    FilteredEnd end = subscription.filteredEnd();
    try {
      if (!end.isProven() && !end.prove()) {
        silence.covered(end.coveredUntil());
      }
      return end.isProven();
    } catch (RabbitStreamsException e) {
      resumeAfter(e);
      return false;
    }
  }

  /** What came while the broker was asked; else the rest of the range is a gap. */
  private Chunk lastOfFiltered() {
    Chunk next = take(0);
    if (next == null && !subscription.isReplaced() && subscription.filteredEnd().isProven()) {
      stepOverGap(range.until());
    }
    return next;
  }

  /** Asks the leader whether the rest of the range is taken by chunks without messages. */
  private boolean isAllThereIs() {
    // A range may begin where nothing is yet.
    long reached = wasReached || offset > range.from() ? offset : 0;
    Extent extent;
    try {
      extent = subscription.extent(reached);
    } catch (RabbitStreamsException e) {
      if (!e.code().isRetryable()) {
        throw e;
      }
      LOG.debug("The leader does not answer: {}", range, e);
      return false;
    }
    if (extent.covered() < reached) {
      lose(
          range.until(),
          "It was deleted and created again, or its leader lost them: it ends at offset %d."
              .formatted(extent.covered()));
      return true;
    }
    boolean isTaken = extent.covered() >= range.until();
    if (isTaken && extent.isEmpty() && extent.first() > offset) {
      lose(Math.min(extent.first(), range.until()), "Nothing is left of the stream.");
      return true;
    }
    return isTaken && extent.end() <= offset;
  }

  /**
   * Offsets may be missing because they never were messages (stored offsets take one each), because
   * the broker's filter left them out, or because retention removed them; the first offset that the
   * delivering broker still holds tells whether it was that. Where it does not answer, or the
   * delivery may have begun too late, another one begins, and false is given.
   */
  private boolean stepOverGap(long next) {
    long first;
    try {
      if (subscription.beginsAgain(offset)) {
        return false;
      }
      first = subscription.firstOffset();
    } catch (RabbitStreamsException e) {
      if (silence.isTooLong()) {
        throw e;
      }
      resumeAfter(e);
      return false;
    }
    if (first > offset) {
      lose(
          Math.min(first, Math.min(next, range.until())),
          "Its retention is shorter than the time this read needed; it now begins at offset %d."
              .formatted(first));
    }
    offset = Math.min(next, range.until());
    return true;
  }

  private void resumeAfter(RabbitStreamsException failure) {
    if (!failure.code().isRetryable()) {
      throw failure;
    }
    subscription.resume(offset, failure);
  }

  private void lose(long until, String why) {
    metrics.lost(until - offset);
    Loss loss = new Loss(range.stream(), offset, until);
    if (subscription.isFiltered()) {
      dataLoss.removedOrFiltered(loss, why);
    } else {
      dataLoss.removed(loss, why);
    }
  }

  RabbitStreamsException damaged(DamagedChunkException cause) {
    return failures.damaged(offset, cause.getMessage(), cause);
  }

  @Override
  public void close() {
    chunk = null;
    if (subscription != null) {
      subscription.close();
    }
  }
}
