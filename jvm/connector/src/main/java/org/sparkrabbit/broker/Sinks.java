package org.sparkrabbit.broker;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

/** Who takes what the subscriptions of one connection deliver, by their numbers. */
final class Sinks {
  static final int MOST_SUBSCRIPTIONS = 256;

  private final AtomicReferenceArray<Taker> takers = new AtomicReferenceArray<>(MOST_SUBSCRIPTIONS);

  /** A sink, and the stream that it takes. */
  private record Taker(String stream, ChunkSink sink) {}

  /** Takes the number of a subscription for this sink, or -1 where all are taken. */
  int register(String stream, ChunkSink sink) {
    Taker taker = new Taker(stream, sink);
    for (int number = 0; number < MOST_SUBSCRIPTIONS; number++) {
      if (takers.compareAndSet(number, null, taker)) {
        return number;
      }
    }
    return -1;
  }

  void unregister(int number) {
    takers.set(number, null);
  }

  /** Tells a sink whether it is the active one of its name. */
  void activate(int number, boolean isActive) {
    Taker taker = takers.get(number);
    if (taker != null) {
      taker.sink.active(isActive);
    }
  }

  /** Tells all sinks that nothing follows. */
  void end(RabbitStreamsException why) {
    end(taker -> true, why);
  }

  /** Tells the sinks of this stream that nothing follows. */
  void end(String stream, RabbitStreamsException why) {
    end(taker -> taker.stream.equals(stream), why);
  }

  private void end(Predicate<Taker> which, RabbitStreamsException why) {
    for (int number = 0; number < MOST_SUBSCRIPTIONS; number++) {
      Taker taker = takers.get(number);
      if (taker != null && which.test(taker)) {
        taker.sink.ended(why);
      }
    }
  }

  /** A chunk begins to arrive. What arrives after the end of a subscription is nobody's. */
  Arrival begin(DeliveryHead head) {
    Taker taker = takers.get(head.subscription());
    Arrival arrival = new Arrival(taker == null ? null : taker.sink);
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
