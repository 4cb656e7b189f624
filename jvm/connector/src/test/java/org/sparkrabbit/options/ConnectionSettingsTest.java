package org.sparkrabbit.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.InvalidOptionsException;
import org.sparkrabbit.errors.RabbitStreamsException;

class ConnectionSettingsTest {
  @TempDir private Path directory;

  @Test
  void a_guest_enters_the_usual_port_and_host() {
    assertEquals(
        new Access(
            List.of(new Endpoint("rabbit", 5552)),
            new Login.Password("guest", Secret.plain("guest"), false),
            "/",
            false),
        settings("endpoints", "rabbit").access());
  }

  @Test
  void the_usual_port_is_another_with_tls() {
    assertEquals(
        List.of(new Endpoint("a", 5551), new Endpoint("b", 1)),
        settings("endpoints", "a,b:1", "tls", "true").access().endpoints());
  }

  @Test
  void half_a_login_is_completed_by_that_of_the_guest() {
    assertEquals(
        new Login.Password("me", Secret.plain("guest"), false),
        settings("endpoints", "a", "username", "me").access().login());
    assertEquals(
        new Login.Password("guest", new Secret("hidden"), false),
        settings("endpoints", "a", "password", "hidden").access().login());
  }

  @Test
  void uris_overrule_endpoints() {
    Access access = settings("uris", "rabbitmq-stream+tls://a/v", "endpoints", "b:1").access();
    assertEquals(List.of(new Endpoint("a", 5551)), access.endpoints());
    assertEquals("v", access.virtualHost());
    assertTrue(access.isEncrypted());
  }

  @Test
  void the_first_uri_speaks_for_login_and_virtual_host() throws IOException {
    Access access =
        referring("rabbitmq-stream://me:p%40ss+1@a:1/my%2Fhost, rabbitmq-stream://you:x@b\n");
    assertEquals(
        new Access(
            List.of(new Endpoint("a", 1), new Endpoint("b", 5552)),
            new Login.Password("me", Secret.plain("p@ss+1"), true),
            "my/host",
            false),
        access);
    assertFalse(access.toString().contains("p@ss"), access.toString());
    assertFalse(access.toString().contains("me"), access.toString());
  }

  @Test
  void the_options_say_what_the_uris_leave_open() throws IOException {
    Access access = referring("rabbitmq-stream://a", "username", "me", "vhost", "v");
    assertEquals(new Login.Password("me", Secret.plain("guest"), false), access.login());
    assertEquals("v", access.virtualHost());
  }

  @Test
  void what_the_uris_say_is_not_said_again() {
    String message =
        assertThrows(
                InvalidOptionsException.class,
                () -> referring("rabbitmq-stream://me:hidden@a/v", "username", "you", "vhost", "w"))
            .getMessage();
    assertTrue(message.contains("the login is given twice: in uris"), message);
    assertTrue(message.contains("the virtual host is given twice: in uris"), message);
    assertFalse(message.contains("hidden"), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "amqp://me:hidden@a", "rabbitmq-stream://me:hid den@a"})
  void a_reference_to_no_uris_is_told_without_what_it_refers_to(String uris) {
    String message =
        assertThrows(InvalidOptionsException.class, () -> referring(uris)).getMessage();
    assertTrue(message.contains("what uris refers to must be rabbitmq-stream://"), message);
    assertFalse(message.contains("hid"), message);
  }

  @Test
  void a_client_logs_in_with_its_credentials() {
    Login login =
        settings(
                "endpoints", "a",
                "oauth2.tokenEndpoint", "https://login/token",
                "oauth2.clientId", "me",
                "oauth2.clientSecret", "env:SECRET",
                "oauth2.scope", "read write")
            .access()
            .login();
    assertEquals(
        new Login.ClientCredentials(
            URI.create("https://login/token"), "me", new Secret("env:SECRET"), "read write"),
        login);
    assertEquals("of the OAuth 2 client 'me'", login.shown());
  }

  @ParameterizedTest
  @CsvSource({
    "hidden, hidden",
    "plain:env:PATH, env:PATH",
    "plain:plain:, plain:",
    "ENV:PATH, ENV:PATH"
  })
  void a_secret_is_its_text(String text, String value) {
    assertEquals(value, new Secret(text).reveal());
    assertFalse(new Secret(text).isReference());
  }

  @Test
  void a_secret_is_looked_up_where_it_is_needed() throws IOException {
    Path file = Files.writeString(directory.resolve("secret"), " hidden \r\n\n");
    assertEquals(" hidden", new Secret("file:" + file).reveal());
    assertEquals(System.getenv("PATH"), new Secret("env:PATH").reveal());
    assertTrue(new Secret("env:PATH").isReference());
    assertEquals("(secret)", new Secret("hidden").toString());
  }

  @ParameterizedTest
  @CsvSource({
    "env:NO_SUCH_VARIABLE, environment variable NO_SUCH_VARIABLE",
    "file:/no/such/file, file /no/such/file",
    "'file:\0', file"
  })
  void a_reference_to_nothing_is_told(String reference, String what) {
    RabbitStreamsException failure =
        assertThrows(RabbitStreamsException.class, () -> new Secret(reference).reveal());
    assertEquals(ErrorCode.SECRET_NOT_FOUND, failure.code());
    assertTrue(failure.getMessage().contains(what), failure.getMessage());
  }

  @Test
  void a_broker_is_reached_in_one_way() {
    assertEquals(new Reach.Directly(), settings("endpoints", "a").reach());
    assertEquals(
        new Reach.ThroughLoadBalancer(),
        settings("endpoints", "a", "loadBalancer", "true").reach());
    assertEquals(
        new Reach.ByMap(Map.of(new Endpoint("a", 1), new Endpoint("b", 2))),
        settings("endpoints", "a", "addressMap", "a:1=b:2").reach());
    assertEquals(
        new Reach.ByClass("com.example.Resolver"),
        settings("endpoints", "a", "addressResolverClass", "com.example.Resolver").reach());
  }

  private Access referring(String uris, String... others) throws IOException {
    Path file = Files.writeString(directory.resolve("uris"), uris);
    Map<String, String> options = options(others);
    options.put("uris", "file:" + file);
    return TableSettings.of(options).connection().access();
  }

  private static ConnectionSettings settings(String... namesAndValues) {
    return TableSettings.of(options(namesAndValues)).connection();
  }

  private static Map<String, String> options(String... namesAndValues) {
    Map<String, String> options = new HashMap<>(Map.of("stream", "orders"));
    for (int i = 0; i < namesAndValues.length; i += 2) {
      options.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return options;
  }
}
