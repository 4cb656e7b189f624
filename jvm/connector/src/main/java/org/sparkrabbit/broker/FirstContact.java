package org.sparkrabbit.broker;

import com.rabbitmq.stream.AuthenticationFailureException;
import com.rabbitmq.stream.StreamException;
import com.rabbitmq.stream.impl.Client;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.options.Access;
import org.sparkrabbit.options.Endpoint;

/**
 * Logs in once before an environment is opened. An environment retries and hides the reason for a
 * long time; a single connection tells at once whether the broker can be reached, takes the login,
 * and is recent enough. This is the only class that uses the client's lower level.
 */
final class FirstContact {
  private static final Logger LOG = LoggerFactory.getLogger(FirstContact.class);

  private final ConnectionPlan plan;
  private final Access access;

  FirstContact(ConnectionPlan plan) {
    this.plan = plan;
    this.access = plan.access();
  }

  /** The endpoint that answered, and what is there. */
  record Answer(Endpoint endpoint, BrokerVersion version) {}

  /** Tries all endpoints, again and again while that can help. */
  Answer establish() {
    return Attempts.USUAL.atAnyOf(
        access.endpoints().stream()
            .<Supplier<Answer>>map(endpoint -> () -> contact(endpoint))
            .toList());
  }

  private Answer contact(Endpoint endpoint) {
    Handshake handshake = new Handshake();
    FirstRefusal refusal = new FirstRefusal(access, endpoint);
    try (Client client = new Client(parameters(endpoint, handshake))) {
      LOG.debug("Broker at {} is RabbitMQ {}", endpoint, client.brokerVersion());
      BrokerVersion version = BrokerVersion.parse(client.brokerVersion());
      if (version.compareTo(BrokerVersion.OLDEST_SUPPORTED) < 0) {
        throw refusal.tooOld(client.brokerVersion());
      }
      return new Answer(endpoint, version);
    } catch (AuthenticationFailureException e) {
      throw refusal.ofLogin(e);
    } catch (StreamException e) {
      throw refusal.of(e, handshake);
    }
  }

  private Client.ClientParameters parameters(Endpoint endpoint, Handshake handshake) {
    Endpoint dialled = plan.addresses().dialledFor(endpoint);
    Client.ClientParameters parameters =
        new Client.ClientParameters()
            .host(dialled.host())
            .port(dialled.port())
            .credentialsProvider(plan.credentials())
            .virtualHost(access.virtualHost())
            .clientProperty("connection_name", plan.tuning().environmentId() + "-first-contact")
            .rpcTimeout(plan.tuning().rpcTimeout())
            .requestedHeartbeat(plan.tuning().heartbeat())
            .eventLoopGroup(ConnectionThreads.SHARED)
            .channelCustomizer(handshake::watch)
            .bootstrapCustomizer(ConnectionThreads::limitConnecting);
    return plan.tls() == null ? parameters : parameters.sslContext(plan.tls());
  }
}
