package org.sparkrabbit.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.rabbitmq.stream.oauth2.CredentialsManager;
import com.rabbitmq.stream.oauth2.OAuth2Exception;
import com.rabbitmq.stream.oauth2.Token;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TokenKeeperTest {
  private final AtomicInteger asked = new AtomicInteger();
  private final BlockingQueue<String> renewed = new LinkedBlockingQueue<>();
  private Duration life = Duration.ofMillis(100);
  private volatile Instant now = Instant.now();
  private int failing = -1;
  private final TokenKeeper keeper = new TokenKeeper(this::next, () -> now);

  private record Numbered(int number, Instant expirationTime) implements Token {
    @Override
    public String value() {
      return "token " + number;
    }
  }

  @AfterEach
  void close() {
    keeper.close();
  }

  private Token next() {
    int number = asked.incrementAndGet();
    if (number == failing) {
      throw new OAuth2Exception("The endpoint is down");
    }
    return new Numbered(number, now.plus(life));
  }

  private CredentialsManager.Registration connected(String expected) {
    CredentialsManager.Registration connection =
        keeper.register("connection", (user, token) -> renewed.add(token));
    connection.connect((user, token) -> assertEquals(expected, token));
    return connection;
  }

  @Test
  void connections_share_a_token_while_it_is_fresh() {
    life = Duration.ofMinutes(5);
    connected("token 1");
    connected("token 1");
    assertEquals(1, asked.get());
  }

  @Test
  void a_renewal_that_failed_is_tried_again() throws InterruptedException {
    failing = 2;
    connected("token 1");
    now = now.plus(life);
    assertEquals("token 3", renewed.poll(30, TimeUnit.SECONDS));
  }

  @Test
  void a_token_that_has_no_life_is_not_renewed_without_a_pause() throws InterruptedException {
    life = Duration.ZERO;
    connected("token 1");
    assertNull(renewed.poll(500, TimeUnit.MILLISECONDS));
  }

  @Test
  void a_token_that_expired_while_nobody_was_connected_is_not_used() {
    life = Duration.ofMinutes(5);
    connected("token 1").close();
    now = now.plus(life);
    connected("token 2");
  }

  @Test
  void a_login_fails_where_no_token_is_to_be_had() {
    failing = 1;
    CredentialsManager.Registration connection = keeper.register("connection", (user, token) -> {});
    assertThrows(OAuth2Exception.class, () -> connection.connect((user, token) -> {}));
  }
}
