package org.sparkrabbit.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Login;
import org.sparkrabbit.options.Secret;

class TokenEndpointTest {
  private static final String TOKEN = "{\"access_token\": \"abc\", \"expires_in\": 300}";

  private HttpServer server;
  private int status = 200;
  private String type = "application/json";
  private String answer = TOKEN;
  private String asked;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/token",
        exchange -> {
          asked =
              exchange.getRequestHeaders().getFirst("Authorization")
                  + " "
                  + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", type);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  private URI uri() {
    return URI.create("http://localhost:" + server.getAddress().getPort() + "/token");
  }

  private TokenEndpoint endpoint(String scope) {
    Secret secret = new Secret("plain:hidden-Treasure-17");
    return new TokenEndpoint(new Login.ClientCredentials(uri(), "spark", secret, scope), null);
  }

  private String refusal() {
    String message =
        assertThrows(RabbitStreamsException.class, endpoint(null)::request).getMessage();
    assertTrue(!message.contains("hidden-Treasure-17"), message);
    return message;
  }

  @Test
  void a_token_is_asked_for_with_the_scope_and_the_secret_of_the_client() {
    assertEquals("abc", endpoint("orders payments").request().value());
    assertEquals(
        "Basic c3Bhcms6aGlkZGVuLVRyZWFzdXJlLTE3 grant_type=client_credentials"
            + "&scope=orders+payments",
        asked);
  }

  @Test
  void a_client_that_is_refused_is_told() {
    status = 401;
    assertEquals(
        "[RABBITMQ_STREAMS.TOKEN_REFUSED] The token endpoint %s gave no token to the client 'spark'"
                .formatted(uri())
            + " (HTTP status 401). Check the options oauth2.tokenEndpoint, oauth2.clientId,"
            + " oauth2.clientSecret and oauth2.scope, and that the client may use the grant"
            + " client_credentials there.",
        refusal());
  }

  @Test
  void what_is_no_token_is_told() {
    for (String other : new String[] {"{}", "[]", "{\"access_token\": \"abc\"}"}) {
      answer = other;
      assertTrue(
          refusal().contains("(HTTP status 200, but not JSON with access_token and expires_in)"));
    }
    answer = TOKEN;
    type = "text/html";
    assertTrue(refusal().startsWith("[RABBITMQ_STREAMS.TOKEN_REFUSED]"));
  }

  @Test
  void an_endpoint_in_trouble_may_recover() {
    for (int trouble : new int[] {429, 500, 503}) {
      status = trouble;
      assertEquals(
          ("[RABBITMQ_STREAMS.TOKEN_ENDPOINT_UNREACHABLE] The token endpoint %s does not answer"
                  + " (HTTP status %d). Check the option oauth2.tokenEndpoint, and that driver and"
                  + " executors can reach it.")
              .formatted(uri(), trouble),
          refusal());
    }
  }

  @Test
  void nobody_listens() {
    server.stop(0);
    String message = refusal();
    assertTrue(message.startsWith("[RABBITMQ_STREAMS.TOKEN_ENDPOINT_UNREACHABLE]"), message);
    assertTrue(message.contains("Connection refused"), message);
  }
}
