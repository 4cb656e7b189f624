package org.sparkrabbit.broker;

import com.rabbitmq.stream.oauth2.CredentialsManager;
import com.rabbitmq.stream.oauth2.Token;
import com.rabbitmq.stream.oauth2.TokenRequester;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a token for all connections, and renews it before it expires, again and again if that
 * fails. Who connects gets a token that is fresh, however long nobody was connected.
 */
final class TokenKeeper implements CredentialsManager, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TokenKeeper.class);
  private static final Duration PAUSE = Duration.ofSeconds(2);

  /** A token is renewed when this part of its life is over. */
  private static final double RENEWAL = 0.8;

  private final TokenRequester requester;
  private final InstantSource clock;
  private final ScheduledExecutorService renewals =
      Executors.newSingleThreadScheduledExecutor(
          new DefaultThreadFactory(EnvironmentPool.THREADS + "-tokens", true));
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private Token token;
  private Instant renewAt;

  TokenKeeper(TokenRequester requester, InstantSource clock) {
    this.requester = requester;
    this.clock = clock;
  }

  @Override
  public Registration register(String name, AuthenticationCallback renewal) {
    return new Connection(renewal);
  }

  private synchronized Token fresh() {
    if (token == null || !clock.instant().isBefore(renewAt)) {
      token = requester.request();
      Duration life = Duration.between(clock.instant(), token.expirationTime());
      long renewal = (long) (life.toMillis() * RENEWAL);
      // Some endpoints say that a token lives for 0 seconds.
      Duration wait = renewal > 0 ? Duration.ofMillis(renewal) : PAUSE;
      renewAt = clock.instant().plus(wait);
      renewals.schedule(this::renew, wait.toMillis(), TimeUnit.MILLISECONDS);
    }
    return token;
  }

  /** With nobody connected the token is left to expire. */
  private void renew() {
    if (connections.isEmpty()) {
      return;
    }
    try {
      String renewed = fresh().value();
      connections.forEach(connection -> connection.renew(renewed));
    } catch (RuntimeException e) {
      LOG.warn(
          "The OAuth 2 token could not be renewed; next attempt in {} ms", PAUSE.toMillis(), e);
      renewals.schedule(this::renew, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public void close() {
    renewals.shutdownNow();
  }

  private final class Connection implements Registration {
    private final AuthenticationCallback renewal;

    Connection(AuthenticationCallback renewal) {
      this.renewal = renewal;
    }

    @Override
    public void connect(AuthenticationCallback login) {
      // Before: it may be renewed at the same moment.
      connections.add(this);
      try {
        login.authenticate("", fresh().value());
      } catch (Throwable e) {
        connections.remove(this);
        throw e;
      }
    }

    /** A connection that does not take it breaks when the old token expires, and is opened anew. */
    void renew(String renewed) {
      try {
        renewal.authenticate("", renewed);
      } catch (RuntimeException e) {
        LOG.warn("A connection did not take its renewed OAuth 2 token", e);
      }
    }

    @Override
    public void close() {
      connections.remove(this);
    }
  }
}
