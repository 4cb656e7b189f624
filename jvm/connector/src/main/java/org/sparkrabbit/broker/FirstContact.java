package org.sparkrabbit.broker;

import com.rabbitmq.stream.AuthenticationFailureException;
import com.rabbitmq.stream.StreamException;
import com.rabbitmq.stream.impl.Client;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Access;
import org.sparkrabbit.options.Endpoint;
import org.sparkrabbit.options.Login;

/**
 * Logs in once before an environment is opened. An environment retries and hides the reason for a
 * long time; a single connection tells at once whether the broker can be reached, takes the login,
 * and is recent enough. This is the only class that uses the client's lower level.
 */
final class FirstContact {
  private static final Logger LOG = LoggerFactory.getLogger(FirstContact.class);
  private static final Duration RPC_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(250);

  private final Access access;

  FirstContact(Access access) {
    this.access = access;
  }

  /**
   * Tries all endpoints, again and again while that can help, and no longer than 30 seconds. Gives
   * the one that answered.
   */
  Endpoint establish() {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Duration pause = FIRST_PAUSE;
    while (true) {
      RabbitStreamsException failure = null;
      for (Endpoint endpoint : access.endpoints()) {
        failure = tryEndpoint(endpoint);
        if (failure == null) {
          return endpoint;
        }
        if (!failure.code().isRetryable() || System.nanoTime() >= deadline) {
          throw failure;
        }
      }
      if (System.nanoTime() + pause.toNanos() >= deadline) {
        throw failure;
      }
      LOG.debug("No contact yet, next attempt in {} ms", pause.toMillis(), failure);
      sleep(pause);
      pause = pause.multipliedBy(2);
    }
  }

  private RabbitStreamsException tryEndpoint(Endpoint endpoint) {
    try (Client client = new Client(parameters(endpoint))) {
      BrokerVersion version = BrokerVersion.parse(client.brokerVersion());
      LOG.debug("Broker at {} is RabbitMQ {}", endpoint, client.brokerVersion());
      return version.compareTo(BrokerVersion.OLDEST_SUPPORTED) < 0
          ? tooOld(endpoint, client.brokerVersion())
          : null;
    } catch (AuthenticationFailureException e) {
      return loginRefused(endpoint, e);
    } catch (StreamException e) {
      return isVirtualHostRefused(e) ? virtualHostRefused(endpoint, e) : unreachable(endpoint, e);
    }
  }

  /** The client gives this code as text only. */
  private static boolean isVirtualHostRefused(StreamException e) {
    return e.getMessage().contains("VIRTUAL_HOST_ACCESS_FAILURE");
  }

  private Client.ClientParameters parameters(Endpoint endpoint) {
    return new Client.ClientParameters()
        .host(endpoint.host())
        .port(endpoint.port())
        .username(((Login.Password) access.login()).username())
        .password(((Login.Password) access.login()).password().reveal())
        .virtualHost(access.virtualHost())
        .clientProperty("connection_name", EnvironmentPool.CONNECTION_NAME + "-first-contact")
        .rpcTimeout(RPC_TIMEOUT)
        .eventLoopGroup(ConnectionThreads.SHARED)
        .bootstrapCustomizer(ConnectionThreads::limitConnecting);
  }

  private static RabbitStreamsException tooOld(Endpoint endpoint, String version) {
    return new RabbitStreamsException(
        ErrorCode.BROKER_TOO_OLD,
        ("The broker at %s is RabbitMQ %s; reading and writing streams needs %s or later."
                + " Upgrade the broker.")
            .formatted(endpoint, version, BrokerVersion.OLDEST_SUPPORTED));
  }

  private RabbitStreamsException loginRefused(Endpoint endpoint, Exception cause) {
    return new RabbitStreamsException(
        ErrorCode.LOGIN_REFUSED,
        ("The broker at %s refused the login of the user %s. Check the options username and"
                + " password, and that the user exists there (rabbitmqctl list_users). The user"
                + " guest may log in from the broker's own machine only, unless the broker is"
                + " configured otherwise.")
            .formatted(endpoint, access.login().shown()),
        cause);
  }

  private RabbitStreamsException virtualHostRefused(Endpoint endpoint, Exception cause) {
    return new RabbitStreamsException(
        ErrorCode.ACCESS_REFUSED,
        ("The broker at %s let the user %s in, but not into the virtual host '%s'. Check the option"
                + " vhost, and the user's permissions (rabbitmqctl list_user_permissions).")
            .formatted(endpoint, access.login().shown(), access.virtualHost()),
        cause);
  }

  private RabbitStreamsException unreachable(Endpoint endpoint, Exception cause) {
    return new RabbitStreamsException(
        ErrorCode.BROKER_UNREACHABLE,
        ("No RabbitMQ stream listener answered at %s (%s). Endpoints: %s. Check host and port (the"
                + " stream protocol listens at 5552 by default, not at 5672), that the plugin"
                + " rabbitmq_stream is enabled, and that no firewall stands between.")
            .formatted(endpoint, reason(cause), access.describeEndpoints()),
        cause);
  }

  private static String reason(Throwable cause) {
    Throwable deepest = cause;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    return deepest.getMessage() == null ? deepest.getClass().getSimpleName() : deepest.getMessage();
  }

  private void sleep(Duration pause) {
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RabbitStreamsException(
          ErrorCode.INTERRUPTED,
          "Interrupted while connecting to " + access.describeEndpoints(),
          e);
    }
  }
}
