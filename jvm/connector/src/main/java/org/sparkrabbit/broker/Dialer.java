package org.sparkrabbit.broker;

import com.rabbitmq.stream.AuthenticationFailureException;
import com.rabbitmq.stream.StreamException;
import com.rabbitmq.stream.impl.Client;
import com.rabbitmq.stream.impl.ClientInternals;
import com.rabbitmq.stream.oauth2.CredentialsManager;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Endpoint;

/**
 * Opens connections, and tells at once whether the broker can be reached, takes the login, and is
 * recent enough.
 */
final class Dialer {
  private static final Logger LOG = LoggerFactory.getLogger(Dialer.class);

  private static final Duration SEARCH = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final ConnectionPlan plan;
  private final CredentialsManager tokens;

  /** Whoever has tokens renewed gives their manager, and others null. */
  Dialer(ConnectionPlan plan, CredentialsManager tokens) {
    this.plan = plan;
    this.tokens = tokens;
  }

  /** Tries all endpoints, again and again while that can help. */
  NodeConnection toAnyEndpoint(Purpose purpose) {
    return Attempts.USUAL.atAnyOf(
        plan.access().endpoints().stream()
            .<Supplier<NodeConnection>>map(endpoint -> () -> toEndpoint(endpoint, purpose))
            .toList());
  }

  private NodeConnection toEndpoint(Endpoint endpoint, Purpose purpose) {
    FirstRefusal refusal = new FirstRefusal(plan.access(), endpoint);
    NodeConnection connection =
        open(endpoint, plan.addresses().dialledFor(endpoint), purpose, refusal, new Greeting());
    LOG.debug("Broker at {} is RabbitMQ {}", endpoint, connection.brokerVersion());
    BrokerVersion version = BrokerVersion.parse(connection.brokerVersion());
    if (version.compareTo(BrokerVersion.OLDEST_SUPPORTED) < 0) {
      connection.close();
      throw refusal.tooOld(connection.brokerVersion());
    }
    return connection;
  }

  /** Behind a load balancer any node may answer, so it is dialled until the wanted one does. */
  NodeConnection toNode(Endpoint node, Purpose purpose) {
    Addresses addresses = plan.addresses();
    FirstRefusal refusal = new FirstRefusal(plan.access(), node);
    long deadline = System.nanoTime() + SEARCH.toNanos();
    while (true) {
      Endpoint dialled = addresses.dialledForNode(node);
      Greeting greeting = new Greeting();
      NodeConnection connection;
      try {
        connection = open(node, dialled, purpose, refusal, greeting);
      } catch (RabbitStreamsException e) {
        throw e.code() == ErrorCode.BROKER_UNREACHABLE ? unreachable(node, dialled, e) : e;
      }
      if (!addresses.leadsToAnyBroker() || greeting.isOf(node)) {
        return connection;
      }
      connection.close();
      if (System.nanoTime() - deadline >= 0) {
        throw notFound(node, dialled);
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private NodeConnection open(
      Endpoint node, Endpoint dialled, Purpose purpose, FirstRefusal refusal, Greeting greeting) {
    Handshake handshake = new Handshake();
    Numbers<ChunkSink> subscribers = new Numbers<>();
    Refusals refusals = new Refusals();
    DeliveryTap tap = new DeliveryTap(new Sinks(subscribers));
    Client.ClientParameters parameters =
        new Client.ClientParameters()
            .host(dialled.host())
            .port(dialled.port())
            .virtualHost(plan.access().virtualHost())
            .clientProperty("connection_name", purpose.nameFor(plan.tuning().environmentId()))
            .rpcTimeout(plan.tuning().rpcTimeout())
            .requestedHeartbeat(plan.tuning().heartbeat())
            .eventLoopGroup(ConnectionThreads.SHARED)
            .channelCustomizer(
                channel -> {
                  handshake.watch(channel);
                  greeting.watch(channel);
                  refusals.watch(channel);
                  tap.install(channel);
                })
            .bootstrapCustomizer(ConnectionThreads::limitConnecting);
    if (tokens != null) {
      parameters.credentialsManager(tokens);
    } else {
      parameters.credentialsProvider(plan.password());
    }
    if (plan.tls() != null) {
      parameters.sslContext(plan.tls());
    }
    ClientInternals.onDaemonThreads(parameters, EnvironmentPool.THREADS + "-client");
    try {
      return new NodeConnection(node, parameters, greeting, refusals, subscribers, tap);
    } catch (AuthenticationFailureException e) {
      throw refusal.ofLogin(e);
    } catch (StreamException e) {
      throw isInterruption(e) ? interrupted(e) : refusal.of(e, handshake);
    } catch (IllegalStateException e) {
      throw isWayToLogIn(e) ? refusal.ofWayToLogIn(e) : e;
    }
  }

  /** The client finds none of its ways to log in among those of the broker. */
  private static boolean isWayToLogIn(IllegalStateException e) {
    return e.getMessage() != null && e.getMessage().contains("SASL mechanism");
  }

  /** What the client does after it was interrupted may take the mark from the thread. */
  private static boolean isInterruption(StreamException e) {
    return Thread.currentThread().isInterrupted()
        || Causes.of(e).anyMatch(InterruptedException.class::isInstance)
        || e.getMessage() != null && e.getMessage().startsWith("Interrupted while waiting");
  }

  private static RabbitStreamsException interrupted(Exception cause) {
    Thread.currentThread().interrupt();
    return new RabbitStreamsException(
        ErrorCode.INTERRUPTED, "Interrupted while connecting to a broker", cause);
  }

  private static RabbitStreamsException notFound(Endpoint node, Endpoint dialled) {
    return new RabbitStreamsException(
        ErrorCode.ADVERTISED_HOST_UNREACHABLE,
        ("The broker that advertises %s was looked for at %s, but for %d s only other brokers"
                + " answered there. Let what listens there pass connections on to every broker, or"
                + " tell with the option addressMap, as in '%s=host:port', where this one can be"
                + " reached.")
            .formatted(node, dialled, SEARCH.toSeconds(), node));
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
