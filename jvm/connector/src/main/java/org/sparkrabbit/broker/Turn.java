package org.sparkrabbit.broker;

import com.rabbitmq.stream.OffsetSpecification;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

/**
 * A place in the line of those who read a stream under one name, of whom the broker lets one at a
 * time be active. Nothing is delivered here; being active is all that is wanted.
 */
public final class Turn implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Turn.class);
  private static final long MILLIS_BETWEEN_LOOKS = 1_000;

  private final Nodes nodes;
  private final String name;
  private final String stream;
  private Place place;

  Turn(Nodes nodes, String name, String stream) {
    this.nodes = nodes;
    this.name = name;
    this.stream = stream;
  }

  /** Returns when it is this one's turn, however long that takes. */
  public void await() {
    boolean hasTold = false;
    while (!isHeld()) {
      if (!hasTold) {
        LOG.info("Another one reads '{}' as '{}'; waiting for it to end", stream, name);
        hasTold = true;
      }
      try {
        place.awaitNews(MILLIS_BETWEEN_LOOKS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new RabbitStreamsException(
            ErrorCode.INTERRUPTED, "Interrupted while waiting for the turn of " + name, e);
      }
    }
  }

  /** Who has lost the connection stands in line again. */
  private boolean isHeld() {
    if (place == null || place.isLost()) {
      close();
      place = Attempts.USUAL.at(this::newPlace);
    }
    return place.isActive();
  }

  private Place newPlace() {
    Place entered = new Place();
    entered.delivery =
        nodes
            .leaderOf(stream)
            .subscribe(
                stream,
                OffsetSpecification.next(),
                0,
                Map.of("single-active-consumer", "true", "name", name),
                entered);
    return entered;
  }

  @Override
  public void close() {
    if (place != null) {
      place.delivery.close();
    }
  }

  private static final class Place implements ChunkSink {
    private Delivery delivery;
    private boolean active;
    private boolean lost;

    /** Without credit no chunk comes. */
    @Override
    public byte[] begin(ChunkHead chunk) {
      return null;
    }

    @Override
    public void complete(ChunkHead chunk) {}

    @Override
    public synchronized void active(boolean isActive) {
      active = isActive;
      notifyAll();
    }

    @Override
    public synchronized void ended(RabbitStreamsException why) {
      lost = true;
      notifyAll();
    }

    synchronized void awaitNews(long millis) throws InterruptedException {
      if (!active && !lost) {
        wait(millis);
      }
    }

    synchronized boolean isActive() {
      return active && !lost;
    }

    synchronized boolean isLost() {
      return lost;
    }
  }
}
