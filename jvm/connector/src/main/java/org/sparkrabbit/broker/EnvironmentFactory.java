package org.sparkrabbit.broker;

import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.EnvironmentBuilder;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.options.Endpoint;
import org.sparkrabbit.options.Login;
import org.sparkrabbit.options.Tuning;

/** Opens environments, for producers, as the options say. */
final class EnvironmentFactory {
  private static final Logger LOG = LoggerFactory.getLogger(EnvironmentFactory.class);

  private EnvironmentFactory() {}

  /** A scheduler for the renewal of tokens is the caller's; without tokens it is null. */
  static Environment open(
      ConnectionPlan plan, Endpoint answering, ScheduledExecutorService renewal) {
    LOG.info("Opening producers' connections to {}", plan.access().describeEndpoints());
    EnvironmentBuilder builder = builder(plan, answering);
    if (plan.tokens() != null) {
      plan.tokens().configure(builder.oauth2());
      builder.scheduledExecutorService(renewal);
    }
    return Attempts.USUAL.at(
        () -> ClientFailure.translated("No connection to " + answering, builder::build));
  }

  private static EnvironmentBuilder builder(ConnectionPlan plan, Endpoint answering) {
    Tuning tuning = plan.tuning();
    EnvironmentBuilder builder =
        Environment.builder()
            .id(tuning.environmentId())
            // The client looks things up at the first few endpoints only, so the living one leads.
            .uris(plan.addresses().uris(answering))
            .addressResolver(plan.addresses())
            .virtualHost(plan.access().virtualHost())
            .codec(PassThroughCodec.SHARED)
            .rpcTimeout(tuning.rpcTimeout())
            .requestedHeartbeat(tuning.heartbeat())
            .forceReplicaForConsumers(tuning.readsFromReplicasOnly())
            .forceLeaderForProducers(tuning.writesToLeaderOnly())
            .recoveryBackOffDelayPolicy(new Pauses(tuning.recovery()))
            .topologyUpdateBackOffDelayPolicy(new Pauses(tuning.topologyUpdate()))
            .maxProducersByConnection(tuning.producersByConnection())
            .maxConsumersByConnection(tuning.consumersByConnection())
            .maxTrackingConsumersByConnection(tuning.trackingConsumersByConnection())
            .netty()
            .eventLoopGroup(ConnectionThreads.SHARED)
            .bootstrapCustomizer(plan::prepare)
            .environmentBuilder();
    if (plan.access().login() instanceof Login.Password) {
      builder.credentialsProvider(plan.credentials());
    }
    if (plan.tls() != null) {
      builder.tls().sslContext(plan.tls());
    }
    if (tuning.locatorConnections() != null) {
      builder.locatorConnectionCount(tuning.locatorConnections());
    }
    if (tuning.compressionCodecsClass() != null) {
      builder.compressionCodecFactory(CodecsOfUser.named(tuning.compressionCodecsClass()));
    }
    return builder;
  }
}
