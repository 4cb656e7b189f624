package org.sparkrabbit.broker;

import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.compression.CompressionCodecFactory;
import com.rabbitmq.stream.compression.DefaultCompressionCodecFactory;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.options.Access;
import org.sparkrabbit.options.ConnectionSettings;

/**
 * All connections of this process that are made alike: those over which it reads, and, once
 * somebody writes, the client's environment with its producers.
 */
final class Connected implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Connected.class);

  private final ConnectionPlan plan;
  private final Nodes nodes;
  private Environment environment;
  private ScheduledExecutorService renewal;

  private Connected(ConnectionPlan plan, Nodes nodes) {
    this.plan = plan;
    this.nodes = nodes;
  }

  static Connected to(ConnectionSettings settings) {
    ConnectionPlan plan = ConnectionPlan.of(settings);
    Dialer dialer = new Dialer(plan);
    NodeConnection first = dialer.toAnyEndpoint();
    LOG.info("Connected to {}", first.node());
    return new Connected(plan, new Nodes(plan, dialer, first));
  }

  Access access() {
    return plan.access();
  }

  BrokerVersion version() {
    return BrokerVersion.parse(nodes.locator().brokerVersion());
  }

  Nodes nodes() {
    return nodes;
  }

  /** The one that writes. Opening it takes a while, and who only reads does without. */
  synchronized Environment environment() {
    if (environment == null) {
      renewal = plan.tokens() == null ? null : new TokenRenewal();
      environment = EnvironmentFactory.open(plan, nodes.locator().node(), renewal);
    }
    return environment;
  }

  Decompression decompression() {
    String ofUser = plan.tuning().compressionCodecsClass();
    CompressionCodecFactory codecs =
        ofUser == null ? new DefaultCompressionCodecFactory() : CodecsOfUser.named(ofUser);
    return new Decompression(codecs);
  }

  @Override
  public synchronized void close() {
    try {
      nodes.close();
      if (environment != null) {
        environment.close();
      }
    } finally {
      if (renewal != null) {
        renewal.shutdownNow();
      }
    }
  }
}
