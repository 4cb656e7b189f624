package org.sparkrabbit.broker;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Endpoint;

/**
 * Bounds the client's search for a node. Where another node answers than the wanted one, as behind
 * a load balancer, the client dials again, and would for ever. It resolves an address once, and
 * then dials on the same thread.
 */
final class NodeSearch {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ThreadLocal<Wanted> wanted = new ThreadLocal<>();
  private final LongSupplier nanoClock;

  NodeSearch(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  void begin(Endpoint node, Endpoint dialled) {
    wanted.set(new Wanted(node, dialled, nanoClock.getAsLong() + PATIENCE.toNanos()));
  }

  /** Called before each connection is opened. */
  void dial() {
    Wanted now = wanted.get();
    if (now != null && nanoClock.getAsLong() - now.deadline >= 0) {
      throw new RabbitStreamsException(
          ErrorCode.ADVERTISED_HOST_UNREACHABLE,
          ("The broker that advertises %s was looked for at %s, but for %d s only other brokers"
                  + " answered there. Let what listens there pass connections on to every node, or"
                  + " tell with the option addressMap, as in '%s=host:port', where this one can"
                  + " be reached.")
              .formatted(now.node, now.dialled, PATIENCE.toSeconds(), now.node));
    }
  }

  private record Wanted(Endpoint node, Endpoint dialled, long deadline) {}
}
