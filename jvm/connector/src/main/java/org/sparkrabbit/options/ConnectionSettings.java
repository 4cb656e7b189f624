package org.sparkrabbit.options;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Collectors;

/** How to reach the broker. Equal settings share one environment. */
public record ConnectionSettings(
    List<Endpoint> endpoints, String username, Secret password, String virtualHost)
    implements Serializable {

  public ConnectionSettings {
    endpoints = List.copyOf(endpoints);
  }

  public String describeEndpoints() {
    return endpoints.stream().map(Endpoint::toString).collect(Collectors.joining(", "));
  }
}
