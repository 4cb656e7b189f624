package org.sparkrabbit.options;

import java.util.List;
import java.util.stream.Collectors;

/** Where to connect and as whom, with all references looked up on this node. */
public record Access(
    List<Endpoint> endpoints, Login login, String virtualHost, boolean isEncrypted) {
  public Access {
    endpoints = endpoints.stream().map(endpoint -> endpoint.withUsualPort(isEncrypted)).toList();
  }

  public String describeEndpoints() {
    return endpoints.stream().map(Endpoint::toString).collect(Collectors.joining(", "));
  }
}
