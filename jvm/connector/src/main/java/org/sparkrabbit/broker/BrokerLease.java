package org.sparkrabbit.broker;

import com.rabbitmq.stream.ConsumerBuilder;
import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.ProducerBuilder;
import java.util.concurrent.atomic.AtomicBoolean;
import org.sparkrabbit.options.ConnectionSettings;

/** The use of a shared environment, from {@link #open} until {@link #close}. */
public final class BrokerLease implements AutoCloseable {
  private final ConnectionSettings settings;
  private final Environment environment;
  private final AtomicBoolean closed = new AtomicBoolean();

  private BrokerLease(ConnectionSettings settings, Environment environment) {
    this.settings = settings;
    this.environment = environment;
  }

  public static BrokerLease open(ConnectionSettings settings) {
    return new BrokerLease(settings, EnvironmentPool.SHARED.acquire(settings));
  }

  public ConsumerBuilder consumerBuilder() {
    return environment.consumerBuilder();
  }

  public ProducerBuilder producerBuilder() {
    return environment.producerBuilder();
  }

  public Topology topology() {
    return new Topology(environment, settings);
  }

  public StreamBounds bounds() {
    return new StreamBounds(environment);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      EnvironmentPool.SHARED.release(settings);
    }
  }
}
