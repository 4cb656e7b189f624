package org.sparkrabbit.broker;

import com.rabbitmq.stream.ConsumerBuilder;
import com.rabbitmq.stream.ProducerBuilder;
import java.util.concurrent.atomic.AtomicBoolean;
import org.sparkrabbit.options.ConnectionSettings;

/** The use of a shared environment, from {@link #open} until {@link #close}. */
public final class BrokerLease implements AutoCloseable {
  private final ConnectionSettings settings;
  private final Connected connected;
  private final AtomicBoolean closed = new AtomicBoolean();

  private BrokerLease(ConnectionSettings settings, Connected connected) {
    this.settings = settings;
    this.connected = connected;
  }

  public static BrokerLease open(ConnectionSettings settings) {
    return new BrokerLease(settings, EnvironmentPool.SHARED.acquire(settings));
  }

  public ConsumerBuilder consumerBuilder() {
    return connected.environment().consumerBuilder();
  }

  public ProducerBuilder producerBuilder() {
    return connected.environment().producerBuilder();
  }

  public Topology topology() {
    return new Topology(connected.environment(), connected.access());
  }

  public StreamBounds bounds() {
    return new StreamBounds(connected.environment());
  }

  /** The release of the broker that answered first; others of its cluster may differ. */
  public BrokerVersion version() {
    return connected.version();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      EnvironmentPool.SHARED.release(settings);
    }
  }
}
