package org.sparkrabbit.broker;

import com.rabbitmq.stream.OffsetSpecification;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.sparkrabbit.options.Endpoint;

/** A stream on its way from a broker, until it is closed. */
public final class Delivery implements AutoCloseable {
  private final NodeConnection connection;
  private final String stream;
  private final byte number;
  private final AtomicBoolean closed = new AtomicBoolean();
  private boolean isWithin;

  Delivery(NodeConnection connection, String stream, byte number) {
    this.connection = connection;
    this.stream = stream;
    this.number = number;
  }

  /** The broker is known to have held the offset where it was to begin. */
  Delivery within(boolean isKnown) {
    isWithin = isKnown;
    return this;
  }

  /**
   * Whether nothing can have been passed by before the first chunk. A broker that does not hold the
   * wanted offset yet looks a second time for its end, and begins there: what it has written in
   * between it leaves out.
   */
  public boolean isWithin() {
    return isWithin;
  }

  /** Begins anew on the same broker, which holds the offset by now. */
  public Delivery again(long from, Map<String, String> properties, ChunkSink sink) {
    close();
    return connection
        .subscribe(stream, OffsetSpecification.offset(from), 1, properties, sink)
        .within(true);
  }

  /** Asks for more chunks. It is safe to call after the end. */
  public void credit(int chunks) {
    if (!closed.get() && connection.isOpen()) {
      connection.credit(number, chunks);
    }
  }

  /** Returns when the broker has answered a request, and so has sent all that was due before. */
  public void awaitAnswer() {
    connection.statistics(stream);
  }

  /**
   * Before which offset all are taken on the delivering broker, by messages or not; it may be more
   * unless the answer is below what is wanted.
   */
  public long covered(long wanted) {
    return StreamBounds.covered(connection, stream, wanted);
  }

  public Endpoint node() {
    return connection.node();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      connection.unsubscribe(number);
    }
  }
}
