package org.sparkrabbit.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
  @Test
  void defaults_are_those_of_a_fresh_broker() {
    TableSettings settings = Settings.of(Map.of("endpoints", "rabbit", "stream", "orders"));
    assertEquals(
        new ConnectionSettings(
            List.of(new Endpoint("rabbit", 5552)), "guest", new Secret("guest"), "/"),
        settings.connection());
    assertEquals(new Target.Stream("orders"), settings.target());
    assertEquals(Duration.ofMinutes(5), settings.maxWait());
  }

  @Test
  void names_of_options_are_case_insensitive() {
    TableSettings settings =
        Settings.of(Map.of("ENDPOINTS", "a:1, b:2", "superStream", "orders", "maxwaitms", "7"));
    assertEquals(
        List.of(new Endpoint("a", 1), new Endpoint("b", 2)), settings.connection().endpoints());
    assertEquals(new Target.SuperStream("orders"), settings.target());
    assertEquals(Duration.ofMillis(7), settings.maxWait());
  }

  @Test
  void the_first_uri_speaks_for_login_and_virtual_host() {
    TableSettings settings =
        Settings.of(
            Map.of(
                "uris",
                "rabbitmq-stream://me:p%40ss+1@a:1/my%2Fhost,rabbitmq-stream://b",
                "stream",
                "orders"));
    assertEquals(
        new ConnectionSettings(
            List.of(new Endpoint("a", 1), new Endpoint("b", 5552)),
            "me",
            new Secret("p@ss+1"),
            "my/host"),
        settings.connection());
  }

  @Test
  void uris_override_endpoints() {
    TableSettings settings =
        Settings.of(
            Map.of("uris", "rabbitmq-stream://a:1", "endpoints", "b:2", "stream", "orders"));
    assertEquals(List.of(new Endpoint("a", 1)), settings.connection().endpoints());
  }

  @Test
  void every_problem_is_told_at_once() {
    String message =
        problems(Map.of("stream", "a", "superstream", "b", "maxWaitMs", "soon", "colour", "red"));
    assertTrue(message.contains("set endpoints"), message);
    assertTrue(message.contains("set either stream or superstream, and not both"), message);
    assertTrue(message.contains("option maxWaitMs 'soon': it must be a whole number"), message);
    assertTrue(message.contains("option colour is unknown. Known options: endpoints,"), message);
  }

  @ParameterizedTest
  @CsvSource({
    "rabbit:0, the port must lie between 1 and 65535",
    "rabbit:x, the port is not a number",
    "::1, an IPv6 address needs brackets",
    "'', it is empty",
    ":5552, the host is missing"
  })
  void a_wrong_endpoint_is_told_with_its_rule(String endpoints, String rule) {
    String message = problems(Map.of("endpoints", endpoints, "stream", "orders"));
    assertTrue(message.contains(rule), message);
  }

  @ParameterizedTest
  @CsvSource({
    "amqp://me:geheim@rabbit, every URI must begin with rabbitmq-stream://",
    "rabbitmq-stream://me:geheim@rabbit:99999, the port must lie between 1 and 65535",
    "rabbitmq-stream://me:ge heim@rabbit, one of the URIs is malformed",
    "rabbitmq-stream:me:geheim, one of the URIs names no host"
  })
  void a_wrong_uri_is_told_without_its_password(String uri, String rule) {
    String message = problems(Map.of("uris", uri, "stream", "orders"));
    assertTrue(message.contains(rule), message);
    assertFalse(message.contains("heim"), message);
  }

  @Test
  void a_login_is_given_once() {
    String message =
        problems(
            Map.of(
                "uris",
                "rabbitmq-stream://me:x@rabbit/a",
                "username",
                "you",
                "vhost",
                "b",
                "stream",
                "orders"));
    assertTrue(message.contains("the login is given twice"), message);
    assertTrue(message.contains("the virtual host is given twice"), message);
  }

  @Test
  void settings_never_show_the_password() {
    TableSettings settings =
        Settings.of(Map.of("endpoints", "rabbit", "stream", "orders", "password", "geheim"));
    assertFalse(settings.toString().contains("geheim"), settings.toString());
  }

  private static String problems(Map<String, String> options) {
    return assertThrows(IllegalArgumentException.class, () -> Settings.of(options)).getMessage();
  }
}
