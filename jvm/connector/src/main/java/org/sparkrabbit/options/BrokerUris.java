package org.sparkrabbit.options;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Brokers as URIs. As in the client, the first one speaks for the login and the virtual host of
 * all. No message shows their text, which may hold a password.
 */
record BrokerUris(List<URI> uris) {
  private static final String PLAIN = "rabbitmq-stream";
  private static final String ENCRYPTED = "rabbitmq-stream+tls";

  /** What the option {@code uris} may say: a reference, or URIs that hold no login. */
  static Secret checked(String text) {
    Secret secret = new Secret(text.trim());
    if (!secret.isReference()) {
      boolean isOpen = parse(text).uris().stream().anyMatch(uri -> uri.getRawUserInfo() != null);
      Kind.required(!isOpen, secret);
    }
    return secret;
  }

  static BrokerUris parse(String text) {
    List<URI> uris =
        Arrays.stream(text.split(","))
            .map(String::trim)
            .filter(part -> !part.isEmpty())
            .map(BrokerUris::uri)
            .toList();
    long schemes = uris.stream().map(URI::getScheme).distinct().count();
    return Kind.required(schemes == 1, new BrokerUris(uris));
  }

  private static URI uri(String text) {
    try {
      URI uri = new URI(text);
      boolean isKnown = PLAIN.equals(uri.getScheme()) || ENCRYPTED.equals(uri.getScheme());
      boolean isPlace = uri.getHost() != null && uri.getPort() != 0 && uri.getPort() <= 65_535;
      boolean isMore = uri.getRawQuery() != null || uri.getRawFragment() != null;
      return Kind.required(isKnown && isPlace && !isMore, uri);
    } catch (URISyntaxException e) {
      // The cause would show the text.
      throw new IllegalArgumentException();
    }
  }

  boolean isEncrypted() {
    return ENCRYPTED.equals(uris.get(0).getScheme());
  }

  List<Endpoint> endpoints() {
    return uris.stream()
        .map(uri -> new Endpoint(Endpoint.unbracketed(uri.getHost()), Math.max(0, uri.getPort())))
        .toList();
  }

  /** Null where the URIs name nobody. */
  Login.Password login() {
    String info = uris.get(0).getRawUserInfo();
    if (info == null) {
      return null;
    }
    String[] parts = info.split(":", 2);
    String password = parts.length == 2 ? decoded(parts[1]) : "";
    return new Login.Password(decoded(parts[0]), Secret.plain(password), true);
  }

  /** Null where the URIs name none. */
  String virtualHost() {
    String path = uris.get(0).getRawPath();
    return path == null || path.length() < 2 ? null : decoded(path.substring(1));
  }

  /** In a URI a plus sign is a plus sign; the JDK's decoder would make it a space. */
  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
