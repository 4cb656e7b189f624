package org.sparkrabbit.broker;

import com.rabbitmq.stream.AuthenticationFailureException;
import com.rabbitmq.stream.StreamException;
import com.rabbitmq.stream.impl.Client;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Endpoint;

/**
 * Opens connections of the client's lower level. An environment retries and hides the reason for a
 * long time; a single connection tells at once whether the broker can be reached, takes the login,
 * and is recent enough.
 */
final class Dialer {
  private static final Logger LOG = LoggerFactory.getLogger(Dialer.class);

  private final ConnectionPlan plan;

  Dialer(ConnectionPlan plan) {
    this.plan = plan;
  }

  /** Tries all endpoints, again and again while that can help. */
  NodeConnection toAnyEndpoint() {
    return Attempts.USUAL.atAnyOf(
        plan.access().endpoints().stream()
            .<Supplier<NodeConnection>>map(endpoint -> () -> toEndpoint(endpoint))
            .toList());
  }

  private NodeConnection toEndpoint(Endpoint endpoint) {
    FirstRefusal refusal = new FirstRefusal(plan.access(), endpoint);
    NodeConnection connection =
        open(endpoint, plan.addresses().dialledFor(endpoint), refusal, new Greeting());
    LOG.debug("Broker at {} is RabbitMQ {}", endpoint, connection.brokerVersion());
    BrokerVersion version = BrokerVersion.parse(connection.brokerVersion());
    if (version.compareTo(BrokerVersion.OLDEST_SUPPORTED) < 0) {
      connection.close();
      throw refusal.tooOld(connection.brokerVersion());
    }
    return connection;
  }

  /** Behind a load balancer any node may answer, so it is dialled until the wanted one does. */
  NodeConnection toNode(Endpoint node) {
    Addresses addresses = plan.addresses();
    FirstRefusal refusal = new FirstRefusal(plan.access(), node);
    Endpoint dialled = addresses.dialledForNode(node);
    for (NodeSearch.begin(node, dialled); ; dialled = addresses.dialledForNode(node)) {
      NodeSearch.dial();
      Greeting greeting = new Greeting();
      NodeConnection connection;
      try {
        connection = open(node, dialled, refusal, greeting);
      } catch (RabbitStreamsException e) {
        throw e.code() == ErrorCode.BROKER_UNREACHABLE ? unreachable(node, dialled, e) : e;
      }
      if (!addresses.leadsToAnyBroker() || greeting.isOf(node)) {
        NodeSearch.end();
        return connection;
      }
      connection.close();
    }
  }

  private NodeConnection open(
      Endpoint node, Endpoint dialled, FirstRefusal refusal, Greeting greeting) {
    Handshake handshake = new Handshake();
    Sinks sinks = new Sinks();
    DeliveryTap tap = new DeliveryTap(sinks);
    Client.ClientParameters parameters =
        new Client.ClientParameters()
            .host(dialled.host())
            .port(dialled.port())
            .credentialsProvider(plan.credentials())
            .virtualHost(plan.access().virtualHost())
            .clientProperty("connection_name", plan.tuning().environmentId() + "-reader")
            .rpcTimeout(plan.tuning().rpcTimeout())
            .requestedHeartbeat(plan.tuning().heartbeat())
            .eventLoopGroup(ConnectionThreads.SHARED)
            .channelCustomizer(
                channel -> {
                  handshake.watch(channel);
                  greeting.watch(channel);
                  tap.install(channel);
                })
            .bootstrapCustomizer(ConnectionThreads::limitConnecting);
    if (plan.tls() != null) {
      parameters.sslContext(plan.tls());
    }
    try {
      return new NodeConnection(node, parameters, sinks, tap);
    } catch (AuthenticationFailureException e) {
      throw refusal.ofLogin(e);
    } catch (StreamException e) {
      throw refusal.of(e, handshake);
    }
  }

  private static RabbitStreamsException unreachable(
      Endpoint node, Endpoint dialled, RabbitStreamsException cause) {
    String way = node.equals(dialled) ? "" : ", dialled at " + dialled + ",";
    return new RabbitStreamsException(
        ErrorCode.ADVERTISED_HOST_UNREACHABLE,
        ("The broker that advertises itself as %s%s does not answer there (%s). If it is down, try"
                + " again later. If it cannot be reached by that name from here, let it advertise"
                + " another (stream.advertised_host and stream.advertised_port in rabbitmq.conf), or"
                + " use the option addressMap, as in '%s=host:port', or loadBalancer.")
            .formatted(node, way, Causes.deepest(cause), node),
        cause);
  }
}
