package org.sparkrabbit.read;

import java.time.Duration;
import java.util.OptionalLong;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.metrics.ReadMetrics;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.plan.OffsetRange;
import org.sparkrabbit.rows.MessageView;

/**
 * Moves along the messages of a range, in order, each once. The range ends when a chunk proves it:
 * one that holds the last offset, or lies beyond. Silence proves nothing; it fails in the end.
 */
final class RangeMessages implements AutoCloseable {
  /** Enough to keep the broker busy while Spark works, and small beside an executor's heap. */
  private static final long BYTE_BUDGET = 16L * 1024 * 1024;

  private final OffsetRange range;
  private final Duration maxWait;
  private final ReadMetrics metrics;
  private final Inbox inbox;
  private final Subscription subscription;
  private final MessageView message;

  private ChunkBytes chunk;
  private int position;
  private long offset;

  RangeMessages(TableSettings settings, OffsetRange range, ReadMetrics metrics) {
    this.range = range;
    this.metrics = metrics;
    this.maxWait = settings.reading().patience();
    this.inbox = new Inbox(range, BYTE_BUDGET);
    this.message = new MessageView(range.stream());
    this.offset = range.from();
    this.subscription =
        range.isEmpty() ? null : new Subscription(settings.connection(), range, inbox, metrics);
  }

  /** Steps to the next message of the range, and tells whether there is one. */
  boolean advance() {
    while (offset < range.until()) {
      if (chunk == null) {
        openNextChunk();
      } else if (position == chunk.limit()) {
        closeChunk();
      } else {
        step();
        return true;
      }
    }
    return false;
  }

  MessageView message() {
    return message;
  }

  /** The offset of the message that {@link #advance} stepped to. */
  long offset() {
    return offset - 1;
  }

  private void step() {
    byte[] bytes = chunk.bytes();
    int from = position + Integer.BYTES;
    int until = from + MessageView.lengthAt(bytes, position);
    message.moveTo(bytes, from, until, offset, chunk.timestamp());
    position = until;
    offset++;
    metrics.message(until - from);
  }

  private void openNextChunk() {
    long began = System.nanoTime();
    chunk = awaitChunk();
    metrics.batch(System.nanoTime() - began);
    position = 0;
    long next = chunk.firstOffset();
    if (next > offset) {
      requireNothingTruncated(next);
    }
    // After a reconnection a chunk may begin with messages that were read already.
    while (next < offset) {
      position += Integer.BYTES + MessageView.lengthAt(chunk.bytes(), position);
      next++;
    }
    offset = next;
  }

  private void closeChunk() {
    ChunkBytes done = chunk;
    chunk = null;
    inbox.recycle(done);
  }

  private ChunkBytes awaitChunk() {
    try {
      ChunkBytes next = inbox.take(maxWait.toNanos());
      if (next != null) {
        return next;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RabbitStreamsException(
          ErrorCode.INTERRUPTED, "Interrupted at offset %d of %s".formatted(offset, range), e);
    }
    throw new RabbitStreamsException(
        ErrorCode.NO_PROGRESS,
        ("Nothing arrived for %d ms (option maxWaitMs) while reading %s; the next offset would have"
                + " been %d. No row was skipped. Is the broker overloaded or cut off? Try again, or"
                + " raise maxWaitMs.")
            .formatted(maxWait.toMillis(), range, offset));
  }

  /**
   * Offsets may be missing because they never were messages (stored offsets take one each), or
   * because retention removed them; the first offset that the stream still holds tells which.
   */
  private void requireNothingTruncated(long next) {
    OptionalLong first = subscription.firstOffset();
    if (first.isPresent() && first.getAsLong() > offset) {
      metrics.lost(Math.min(next, range.until()) - offset);
      throw new RabbitStreamsException(
          ErrorCode.DATA_LOSS,
          ("Messages of the stream '%s' were removed before they could be read: offsets %d to %d are"
                  + " gone, the stream now begins at %d. Its retention (max-age or"
                  + " max-length-bytes) is shorter than the time this read needed.")
              .formatted(
                  range.stream(), offset, Math.min(next, range.until()) - 1, first.getAsLong()));
    }
  }

  @Override
  public void close() {
    if (subscription != null) {
      subscription.close();
    }
  }
}
