package com.rabbitmq.stream.impl;

import java.util.List;
import java.util.Map;

/**
 * Creates super streams over a connection. The client keeps this request to its package, and offers
 * it to others only together with an environment; so this class has to stand in that package.
 */
public final class SuperStreams {
  private SuperStreams() {}

  /** One key for each partition. The answer is the broker's. */
  public static Client.Response create(
      Client client,
      String superStream,
      List<String> partitions,
      List<String> keys,
      Map<String, String> arguments) {
    return client.createSuperStream(superStream, partitions, keys, arguments);
  }
}
