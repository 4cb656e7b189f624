package org.sparkrabbit.options;

import static org.sparkrabbit.options.ConnectorOptions.ALL;
import static org.sparkrabbit.options.ConnectorOptions.ENDPOINTS;
import static org.sparkrabbit.options.ConnectorOptions.MAX_WAIT;
import static org.sparkrabbit.options.ConnectorOptions.PASSWORD;
import static org.sparkrabbit.options.ConnectorOptions.STREAM;
import static org.sparkrabbit.options.ConnectorOptions.SUPERSTREAM;
import static org.sparkrabbit.options.ConnectorOptions.URIS;
import static org.sparkrabbit.options.ConnectorOptions.USERNAME;
import static org.sparkrabbit.options.ConnectorOptions.VHOST;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns the options of a table into its settings, or into all that is wrong with them. */
public final class Settings {
  private static final Logger LOG = LoggerFactory.getLogger(Settings.class);
  private static final AtomicBoolean WARNED = new AtomicBoolean();

  private static final String DEFAULT_USER = "guest";
  private static final Secret DEFAULT_PASSWORD = new Secret("guest");
  private static final String DEFAULT_VIRTUAL_HOST = "/";
  private static final Duration DEFAULT_MAX_WAIT = Duration.ofMinutes(5);

  private Settings() {}

  public static TableSettings of(Map<String, String> options) {
    OptionReader reader = new OptionReader(options);
    reader.refuseUnknown(ALL);
    ConnectionSettings connection = connection(reader);
    Target target = target(reader);
    Duration maxWait = reader.read(MAX_WAIT).orElse(DEFAULT_MAX_WAIT);
    reader.throwIfAnyProblem();
    return new TableSettings(connection, target, maxWait);
  }

  private static Target target(OptionReader reader) {
    if (reader.has(STREAM) == reader.has(SUPERSTREAM)) {
      reader.problem("set either stream or superstream, and not both");
    }
    Optional<Target> stream = reader.read(STREAM).map(Target.Stream::new);
    return stream.orElseGet(
        () -> reader.read(SUPERSTREAM).map(Target.SuperStream::new).orElse(null));
  }

  private static ConnectionSettings connection(OptionReader reader) {
    List<URI> uris = reader.read(URIS).orElse(List.of());
    List<Endpoint> endpoints = reader.read(ENDPOINTS).orElse(List.of());
    if (!reader.has(URIS) && !reader.has(ENDPOINTS)) {
      reader.problem(
          "set endpoints (as in 'rabbit-1:5552,rabbit-2:5552') or uris"
              + " (as in 'rabbitmq-stream://rabbit-1:5552')");
    }
    // As in the client, the first URI speaks for the login and the virtual host of all.
    Optional<URI> first = uris.stream().findFirst();
    Optional<String[]> login = first.map(URI::getRawUserInfo).map(info -> info.split(":", 2));
    if (login.filter(parts -> parts.length == 2).isPresent() && WARNED.compareAndSet(false, true)) {
      LOG.warn(
          "The option uris carries a password, which Spark shows where it prints the options of a"
              + " plan. Use the options username and password, which it hides.");
    }
    if (login.isPresent() && (reader.has(USERNAME) || reader.has(PASSWORD))) {
      reader.problem("the login is given twice: in uris and as username or password; keep one");
    }
    Optional<String> path = first.map(URI::getRawPath).filter(text -> text.length() > 1);
    if (path.isPresent() && reader.has(VHOST)) {
      reader.problem("the virtual host is given twice: in uris and as vhost; keep one");
    }
    return new ConnectionSettings(
        uris.isEmpty() ? endpoints : uris.stream().map(ConnectorOptions::endpointOf).toList(),
        reader.read(USERNAME).or(() -> login.map(parts -> decoded(parts[0]))).orElse(DEFAULT_USER),
        reader
            .read(PASSWORD)
            .or(
                () ->
                    login
                        .filter(parts -> parts.length == 2)
                        .map(parts -> new Secret(decoded(parts[1]))))
            .orElse(DEFAULT_PASSWORD),
        reader
            .read(VHOST)
            .or(() -> path.map(text -> decoded(text.substring(1))))
            .orElse(DEFAULT_VIRTUAL_HOST));
  }

  /** In a URI a plus sign is a plus sign; the JDK's decoder would make it a space. */
  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
