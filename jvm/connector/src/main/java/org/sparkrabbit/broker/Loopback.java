package org.sparkrabbit.broker;

import java.util.function.UnaryOperator;
import org.sparkrabbit.options.Endpoint;

/**
 * The way to a broker at one port of this machine, which is a container or a forwarded port more
 * often than not: what it advertises is then known in its own network only.
 */
final class Loopback {
  private Loopback() {}

  static UnaryOperator<Endpoint> of(Endpoint only) {
    return advertised -> holds(advertised.host()) ? advertised : only;
  }

  static boolean holds(String host) {
    return host.equals("localhost") || host.matches("127(\\.\\d{1,3}){3}") || host.equals("::1");
  }
}
