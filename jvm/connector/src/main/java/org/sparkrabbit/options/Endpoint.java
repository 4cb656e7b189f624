package org.sparkrabbit.options;

import java.io.Serializable;

/** Where a broker listens for the stream protocol. */
public record Endpoint(String host, int port) implements Serializable {
  static final int DEFAULT_PORT = 5552;

  public Endpoint {
    if (host.isBlank()) {
      throw new IllegalArgumentException("the host is missing");
    }
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("the port must lie between 1 and 65535");
    }
  }

  /** Reads {@code host}, {@code host:port}, {@code [::1]} or {@code [::1]:port}. */
  static Endpoint parse(String text) {
    int colon = text.lastIndexOf(':');
    boolean bareHost = colon < 0 || text.endsWith("]");
    if (bareHost) {
      return new Endpoint(unbracketed(text), DEFAULT_PORT);
    }
    String host = text.substring(0, colon);
    if (host.indexOf(':') >= 0 && !host.startsWith("[")) {
      throw new IllegalArgumentException("an IPv6 address needs brackets, as in [::1]:5552");
    }
    try {
      return new Endpoint(unbracketed(host), Integer.parseInt(text.substring(colon + 1)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("the port is not a number", e);
    }
  }

  private static String unbracketed(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  @Override
  public String toString() {
    return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
  }
}
