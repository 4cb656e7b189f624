package org.sparkrabbit.broker;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.sparkrabbit.options.Endpoint;
import org.sparkrabbit.options.Reach;

/** Where connections go: what is dialled for an endpoint, or for an address that is advertised. */
final class Addresses {
  private final UnaryOperator<Endpoint> given;
  private final UnaryOperator<Endpoint> advertised;
  private final boolean isBalanced;

  private Addresses(
      UnaryOperator<Endpoint> given, UnaryOperator<Endpoint> advertised, boolean isBalanced) {
    this.given = given;
    this.advertised = advertised;
    this.isBalanced = isBalanced;
  }

  static Addresses of(Reach reach, List<Endpoint> endpoints) {
    if (reach instanceof Reach.ThroughLoadBalancer) {
      return new Addresses(UnaryOperator.identity(), inTurn(endpoints), true);
    }
    UnaryOperator<Endpoint> way = UnaryOperator.identity();
    if (reach instanceof Reach.ByMap map) {
      way = address -> map.reachable().getOrDefault(address, address);
    } else if (reach instanceof Reach.ByClass named) {
      way = new ResolverOfUser(named.className());
    } else if (endpoints.size() == 1 && Loopback.holds(endpoints.get(0).host())) {
      return new Addresses(way, Loopback.of(endpoints.get(0)), false);
    }
    return new Addresses(way, way, false);
  }

  /** A balancer that is down is passed over the next time. */
  private static UnaryOperator<Endpoint> inTurn(List<Endpoint> balancers) {
    AtomicInteger next = new AtomicInteger();
    return address -> balancers.get(Math.floorMod(next.getAndIncrement(), balancers.size()));
  }

  /** Whether any broker may answer, whichever was dialled. */
  boolean leadsToAnyBroker() {
    return isBalanced;
  }

  /** Where the broker is dialled that another one told of. */
  Endpoint dialledForNode(Endpoint node) {
    return advertised.apply(node);
  }

  Endpoint dialledFor(Endpoint endpoint) {
    return given.apply(endpoint);
  }
}
