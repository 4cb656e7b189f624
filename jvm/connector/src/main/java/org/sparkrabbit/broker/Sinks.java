package org.sparkrabbit.broker;

import io.netty.buffer.ByteBuf;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

/** Hands what the subscriptions of one connection deliver to those who take it. */
final class Sinks {
  private final Numbers<ChunkSink> numbers;

  Sinks(Numbers<ChunkSink> numbers) {
    this.numbers = numbers;
  }

  /** A chunk begins to arrive. What arrives after the end of a subscription is nobody's. */
  Arrival begin(DeliveryHead head) {
    Arrival arrival = new Arrival(numbers.holder(head.subscription()));
    arrival.begin(head);
    return arrival;
  }

  /** A chunk on its way from the wire to its sink. */
  static final class Arrival {
    private ChunkSink sink;
    private ChunkHead chunk;
    private byte[] target;
    private int filled;

    private Arrival(ChunkSink sink) {
      this.sink = sink;
    }

    private void begin(DeliveryHead head) {
      handOver(
          () -> {
            chunk = head.chunk();
            target = sink.begin(chunk);
          });
    }

    void fill(ByteBuf from, int count) {
      if (target == null) {
        from.skipBytes(count);
      } else {
        from.readBytes(target, filled, count);
        filled += count;
      }
    }

    void complete() {
      handOver(() -> sink.complete(chunk));
    }

    private void handOver(Runnable action) {
      if (sink == null) {
        return;
      }
      try {
        action.run();
      } catch (Throwable e) {
        // Nobody else would tell the reader that something is missing, not even of memory.
        sink.ended(
            new RabbitStreamsException(
                ErrorCode.INTERNAL_FAILURE,
                "A chunk could not be received: %s. Please report this.".formatted(e),
                e));
        sink = null;
        target = null;
      }
    }
  }
}
