package org.sparkrabbit.options;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** The table of all options, in the order in which they are documented. */
final class ConnectorOptions {
  static final Option<List<Endpoint>> ENDPOINTS =
      Option.of(
          "endpoints",
          text -> list(text, Endpoint::parse),
          "Brokers to connect to, as host:port separated by commas.");

  /** URIs carry passwords, so their text is never shown. */
  static final Option<List<URI>> URIS =
      new Option<>(
          "uris",
          true,
          text -> list(text, ConnectorOptions::streamUri),
          "Brokers as rabbitmq-stream:// URIs separated by commas, instead of endpoints.");

  static final Option<String> USERNAME = Option.text("username", "User to log in as.");

  static final Option<Secret> PASSWORD = Option.secret("password", "Password to log in with.");

  static final Option<String> VHOST = Option.text("vhost", "Virtual host of the streams.");

  static final Option<String> STREAM = Option.text("stream", "Stream to read or write.");

  static final Option<String> SUPERSTREAM =
      Option.text("superstream", "Super stream to read or write, instead of stream.");

  static final Option<Duration> MAX_WAIT =
      Option.of(
          "maxWaitMs",
          ConnectorOptions::positiveMillis,
          "How long a reading task waits without any progress before it fails.");

  private static final Duration LONGEST_WAIT = Duration.ofDays(365);

  static final List<Option<?>> ALL =
      List.of(ENDPOINTS, URIS, USERNAME, PASSWORD, VHOST, STREAM, SUPERSTREAM, MAX_WAIT);

  private ConnectorOptions() {}

  private static <T> List<T> list(String text, Function<String, T> parser) {
    List<T> items =
        Arrays.stream(text.split(","))
            .map(String::trim)
            .filter(item -> !item.isEmpty())
            .map(parser)
            .toList();
    if (items.isEmpty()) {
      throw new IllegalArgumentException("it is empty");
    }
    return items;
  }

  private static URI streamUri(String text) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      // The cause would show the text, and with it the password.
      throw new IllegalArgumentException("one of the URIs is malformed");
    }
    if (!"rabbitmq-stream".equals(uri.getScheme())) {
      throw new IllegalArgumentException("every URI must begin with rabbitmq-stream://");
    }
    if (uri.getHost() == null) {
      throw new IllegalArgumentException("one of the URIs names no host");
    }
    endpointOf(uri);
    return uri;
  }

  static Endpoint endpointOf(URI uri) {
    String port = uri.getPort() == -1 ? "" : ":" + uri.getPort();
    return Endpoint.parse(uri.getHost() + port);
  }

  private static Duration positiveMillis(String text) {
    try {
      long millis = Long.parseLong(text.trim());
      if (millis > 0 && millis <= LONGEST_WAIT.toMillis()) {
        return Duration.ofMillis(millis);
      }
    } catch (NumberFormatException e) {
      // Told below, together with numbers out of bounds.
    }
    throw new IllegalArgumentException(
        "it must be a whole number of milliseconds between 1 and " + LONGEST_WAIT.toMillis());
  }
}
