package org.sparkrabbit.options;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where a broker listens for the stream protocol. The port 0 stands for the usual one. */
public record Endpoint(String host, int port) implements Serializable {
  private static final String HOST = "[^\\s/@\\[\\]]+";
  private static final int USUAL = 5552;
  private static final int USUAL_ENCRYPTED = 5551;

  public Endpoint {
    Kind.required(host.matches(HOST) && !host.isBlank() && port >= 0 && port <= 65_535, host);
  }

  /** Reads {@code host}, {@code host:port}, {@code [::1]} or {@code [::1]:port}. */
  static Endpoint parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 0 || text.endsWith("]")) {
      return new Endpoint(unbracketed(text), 0);
    }
    String host = text.substring(0, colon);
    boolean isAmbiguous = host.indexOf(':') >= 0 && !host.startsWith("[");
    int port = Integer.parseInt(text.substring(colon + 1));
    return Kind.required(!isAmbiguous && port > 0, new Endpoint(unbracketed(host), port));
  }

  /** Reads {@code host:port=host:port} pairs, separated by commas. */
  static Map<Endpoint, Endpoint> parseMap(String text) {
    Map<Endpoint, Endpoint> addresses = new LinkedHashMap<>();
    for (String pair : text.split(",", -1)) {
      String[] sides = pair.split("=", -1);
      Kind.required(sides.length == 2, pair);
      Endpoint advertised = parse(sides[0].trim());
      Endpoint reachable = parse(sides[1].trim());
      Kind.required(advertised.port != 0 && reachable.port != 0, pair);
      Kind.required(addresses.put(advertised, reachable) == null, pair);
    }
    return addresses;
  }

  Endpoint withUsualPort(boolean encrypted) {
    return port != 0 ? this : new Endpoint(host, encrypted ? USUAL_ENCRYPTED : USUAL);
  }

  static String unbracketed(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  @Override
  public String toString() {
    return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
  }
}
