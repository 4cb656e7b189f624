package org.sparkrabbit.broker;

import com.rabbitmq.stream.compression.CompressionCodecFactory;
import com.rabbitmq.stream.compression.DefaultCompressionCodecFactory;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.options.Access;
import org.sparkrabbit.options.ConnectionSettings;

/** All connections of this process that are made alike, and the renewal of their tokens. */
final class Connected implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Connected.class);

  private final ConnectionPlan plan;
  private final Nodes nodes;
  private final TokenKeeper tokens;
  private CompressionCodecFactory codecs;

  private Connected(ConnectionPlan plan, Nodes nodes, TokenKeeper tokens) {
    this.plan = plan;
    this.nodes = nodes;
    this.tokens = tokens;
  }

  static Connected to(ConnectionSettings settings) {
    ConnectionPlan plan = ConnectionPlan.of(settings);
    TokenKeeper tokens =
        plan.tokens() == null ? null : new TokenKeeper(plan.tokens(), InstantSource.system());
    try {
      Dialer dialer = new Dialer(plan, tokens);
      NodeConnection first = dialer.toAnyEndpoint(Purpose.LOCATOR);
      LOG.info("Connected to {}", first.node());
      return new Connected(plan, new Nodes(plan, dialer, first), tokens);
    } catch (Throwable e) {
      end(tokens);
      throw e;
    }
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

  /** The codecs of Spark, or of the user. */
  synchronized CompressionCodecFactory codecs() {
    if (codecs == null) {
      String ofUser = plan.tuning().compressionCodecsClass();
      codecs = ofUser == null ? new DefaultCompressionCodecFactory() : CodecsOfUser.named(ofUser);
    }
    return codecs;
  }

  @Override
  public void close() {
    try {
      nodes.close();
    } finally {
      end(tokens);
    }
  }

  private static void end(TokenKeeper tokens) {
    if (tokens != null) {
      tokens.close();
    }
  }
}
