package org.sparkrabbit.options;

import java.io.Serializable;
import java.util.Map;

/** How an advertised address is reached from here. */
public sealed interface Reach extends Serializable {
  /** As it is advertised. */
  record Directly() implements Reach {}

  /** By the given endpoints, in turn, each of which passes connections on to any node. */
  record ThroughLoadBalancer() implements Reach {}

  /** By another address, where the map has one. */
  record ByMap(Map<Endpoint, Endpoint> reachable) implements Reach {
    public ByMap {
      reachable = Map.copyOf(reachable);
    }
  }

  /** By the address that a class of the user gives. */
  record ByClass(String className) implements Reach {}

  static Reach of(OptionReader reader) {
    Map<Endpoint, Endpoint> addresses = reader.read(TargetOptions.ADDRESS_MAP);
    String resolver = reader.read(TargetOptions.ADDRESS_RESOLVER_CLASS);
    if (reader.read(TargetOptions.LOAD_BALANCER)) {
      return new ThroughLoadBalancer();
    }
    if (addresses != null) {
      return new ByMap(addresses);
    }
    return resolver != null ? new ByClass(resolver) : new Directly();
  }
}
