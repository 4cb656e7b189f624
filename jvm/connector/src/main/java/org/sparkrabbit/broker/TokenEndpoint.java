package org.sparkrabbit.broker;

import com.rabbitmq.stream.oauth2.GsonTokenParser;
import com.rabbitmq.stream.oauth2.HttpTokenRequester;
import com.rabbitmq.stream.oauth2.Token;
import com.rabbitmq.stream.oauth2.TokenRequester;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Login;

/**
 * Where tokens come from, by the client credentials grant of OAuth 2. A broker takes a token as the
 * password of nobody in particular.
 */
final class TokenEndpoint implements TokenRequester {
  private static final String GRANT = "client_credentials";

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);
  private static final int TOO_MANY_REQUESTS = 429;

  private final Login.ClientCredentials client;
  private final SSLContext trust;

  /** {@code trust} may be null. */
  TokenEndpoint(Login.ClientCredentials client, SSLContext trust) {
    this.client = client;
    this.trust = trust;
  }

  @Override
  public Token request() {
    AtomicReference<HttpURLConnection> connection = new AtomicReference<>();
    HttpTokenRequester requester =
        new HttpTokenRequester(
            client.tokenEndpoint().toString(),
            client.clientId(),
            client.clientSecret().reveal(),
            GRANT,
            client.scope() == null ? Map.of() : Map.of("scope", client.scope()),
            connection::set,
            this::prepare,
            new GsonTokenParser());
    try {
      return requester.request();
    } catch (RuntimeException e) {
      throw failure(statusOf(connection.get()), e);
    }
  }

  private void prepare(HttpURLConnection connection) {
    connection.setConnectTimeout(Math.toIntExact(CONNECT_TIMEOUT.toMillis()));
    connection.setReadTimeout(Math.toIntExact(READ_TIMEOUT.toMillis()));
    String login = client.clientId() + ":" + client.clientSecret().reveal();
    byte[] bytes = login.getBytes(StandardCharsets.UTF_8);
    connection.setRequestProperty(
        "Authorization", "Basic " + Base64.getEncoder().encodeToString(bytes));
    if (trust != null && connection instanceof HttpsURLConnection encrypted) {
      encrypted.setSSLSocketFactory(trust.getSocketFactory());
    }
  }

  /** 0 where none came. */
  private static int statusOf(HttpURLConnection connection) {
    try {
      return connection == null ? 0 : Math.max(0, connection.getResponseCode());
    } catch (IOException e) {
      return 0;
    }
  }

  private RabbitStreamsException failure(int status, RuntimeException e) {
    if (status == 0) {
      return e.getCause() instanceof SSLException refused
          ? TlsRefusal.of(refused).exception("the token endpoint " + where(), refused)
          : unreachable("(%s)".formatted(e.getCause() == null ? e : e.getCause()), e);
    }
    if (status == TOO_MANY_REQUESTS || status >= HttpURLConnection.HTTP_INTERNAL_ERROR) {
      return unreachable("(HTTP status %d)".formatted(status), e);
    }
    return new RabbitStreamsException(
        ErrorCode.TOKEN_REFUSED,
        ("The token endpoint %s gave no token to the client '%s' (HTTP status %d%s). Check the"
                + " options oauth2.tokenEndpoint, oauth2.clientId, oauth2.clientSecret and"
                + " oauth2.scope, and that the client may use the grant %s there.")
            .formatted(
                where(),
                client.clientId(),
                status,
                status == HttpURLConnection.HTTP_OK
                    ? ", but not JSON with access_token and expires_in"
                    : "",
                GRANT));
  }

  private RabbitStreamsException unreachable(String why, RuntimeException e) {
    return new RabbitStreamsException(
        ErrorCode.TOKEN_ENDPOINT_UNREACHABLE,
        ("The token endpoint %s does not answer %s. Check the option oauth2.tokenEndpoint, and that"
                + " driver and executors can reach it.")
            .formatted(where(), why),
        e);
  }

  /** Some endpoints take secrets behind the path. */
  private String where() {
    URI uri = client.tokenEndpoint();
    return uri.getScheme() + "://" + uri.getRawAuthority() + uri.getRawPath();
  }
}
