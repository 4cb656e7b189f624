package org.sparkrabbit.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.rabbitmq.stream.oauth2.CredentialsManager;
import com.rabbitmq.stream.oauth2.OAuth2Exception;
import com.rabbitmq.stream.oauth2.Token;
import com.rabbitmq.stream.oauth2.TokenCredentialsManager;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** With the client's own manager of tokens: what it leaves out is made up for. */
class TokenRenewalTest {
  private final AtomicInteger asked = new AtomicInteger();
  private final BlockingQueue<String> renewed = new LinkedBlockingQueue<>();
  private final TokenRenewal renewal = new TokenRenewal();

  private record Numbered(int number) implements Token {
    @Override
    public String value() {
      return "token " + number;
    }

    @Override
    public Instant expirationTime() {
      return Instant.now();
    }
  }

  @AfterEach
  void close() {
    renewal.shutdownNow();
  }

  /** Fails the second time that it is asked. */
  private Token next() {
    int number = asked.incrementAndGet();
    if (number == 2) {
      throw new OAuth2Exception("The endpoint is down");
    }
    return new Numbered(number);
  }

  private CredentialsManager.Registration connection(TokenCredentialsManager manager) {
    return manager.register("connection", (user, token) -> renewed.add(token));
  }

  @Test
  void a_renewal_that_failed_is_tried_again() throws InterruptedException {
    TokenCredentialsManager manager =
        new TokenCredentialsManager(this::next, renewal, expiry -> Duration.ofMillis(10));
    connection(manager).connect((user, token) -> assertEquals("token 1", token));
    assertEquals("token 3", renewed.poll(30, TimeUnit.SECONDS));
  }

  @Test
  void a_renewal_goes_on_after_all_connections_broke() throws InterruptedException {
    asked.set(2);
    TokenCredentialsManager manager =
        new TokenCredentialsManager(this::next, renewal, expiry -> Duration.ofMillis(200));
    CredentialsManager.Registration broken = connection(manager);
    broken.connect((user, token) -> assertEquals("token 3", token));
    broken.close();
    connection(manager).connect((user, token) -> {});
    String token = renewed.poll(30, TimeUnit.SECONDS);
    assertTrue(token != null && !token.equals("token 3"), token);
  }
}
