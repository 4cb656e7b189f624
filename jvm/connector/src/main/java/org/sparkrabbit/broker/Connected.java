package org.sparkrabbit.broker;

import com.rabbitmq.stream.compression.CompressionCodecFactory;
import com.rabbitmq.stream.compression.DefaultCompressionCodecFactory;
import com.rabbitmq.stream.oauth2.CredentialsManager;
import com.rabbitmq.stream.oauth2.TokenCredentialsManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.options.Access;
import org.sparkrabbit.options.ConnectionSettings;

/** All connections of this process that are made alike, and the renewal of their tokens. */
final class Connected implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Connected.class);

  /** A token is renewed after this part of its life. */
  private static final float RENEWAL = 0.8f;

  private final ConnectionPlan plan;
  private final Nodes nodes;
  private final TokenRenewal renewal;

  private Connected(ConnectionPlan plan, Nodes nodes, TokenRenewal renewal) {
    this.plan = plan;
    this.nodes = nodes;
    this.renewal = renewal;
  }

  static Connected to(ConnectionSettings settings) {
    ConnectionPlan plan = ConnectionPlan.of(settings);
    TokenRenewal renewal = plan.tokens() == null ? null : new TokenRenewal();
    try {
      Dialer dialer = new Dialer(plan, renewal == null ? null : manager(plan.tokens(), renewal));
      NodeConnection first = dialer.toAnyEndpoint(Purpose.LOCATOR);
      LOG.info("Connected to {}", first.node());
      return new Connected(plan, new Nodes(plan, dialer, first), renewal);
    } catch (Throwable e) {
      end(renewal);
      throw e;
    }
  }

  private static CredentialsManager manager(TokenEndpoint tokens, TokenRenewal renewal) {
    return new TokenCredentialsManager(
        tokens, renewal, TokenCredentialsManager.ratioRefreshDelayStrategy(RENEWAL));
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
  CompressionCodecFactory codecs() {
    String ofUser = plan.tuning().compressionCodecsClass();
    return ofUser == null ? new DefaultCompressionCodecFactory() : CodecsOfUser.named(ofUser);
  }

  @Override
  public void close() {
    try {
      nodes.close();
    } finally {
      end(renewal);
    }
  }

  private static void end(TokenRenewal renewal) {
    if (renewal != null) {
      renewal.shutdownNow();
    }
  }
}
