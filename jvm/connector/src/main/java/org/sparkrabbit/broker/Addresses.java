package org.sparkrabbit.broker;

import com.rabbitmq.stream.Address;
import com.rabbitmq.stream.AddressResolver;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.sparkrabbit.options.Endpoint;
import org.sparkrabbit.options.Reach;

/** Where connections go: what is dialled for an endpoint, or for an address that is advertised. */
final class Addresses implements AddressResolver {
  /** A name that is nobody's: the top-level domain is reserved for that. */
  private static final String PLACEHOLDER = "endpoint-%d.invalid";

  private final List<Endpoint> endpoints;
  private final UnaryOperator<Endpoint> given;
  private final UnaryOperator<Endpoint> advertised;
  private final boolean isBalanced;

  private Addresses(
      List<Endpoint> endpoints,
      UnaryOperator<Endpoint> given,
      UnaryOperator<Endpoint> advertised,
      boolean isBalanced) {
    this.endpoints = endpoints;
    this.given = given;
    this.advertised = advertised;
    this.isBalanced = isBalanced;
  }

  static Addresses of(Reach reach, List<Endpoint> endpoints) {
    if (reach instanceof Reach.ThroughLoadBalancer) {
      return new Addresses(endpoints, UnaryOperator.identity(), inTurn(endpoints), true);
    }
    UnaryOperator<Endpoint> way = UnaryOperator.identity();
    if (reach instanceof Reach.ByMap map) {
      way = address -> map.reachable().getOrDefault(address, address);
    } else if (reach instanceof Reach.ByClass named) {
      way = new ResolverOfUser(named.className());
    } else if (endpoints.size() == 1 && Loopback.holds(endpoints.get(0).host())) {
      return new Addresses(endpoints, way, Loopback.of(endpoints.get(0)), false);
    }
    return new Addresses(endpoints, way, way, false);
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

  /**
   * The URIs of the endpoints, {@code first} at the head. The client takes hosts from URIs only,
   * which cannot hold every name of a host, so the endpoints go by number until they are dialled.
   */
  List<String> uris(Endpoint first) {
    return endpoints.stream()
        .sorted((a, b) -> Boolean.compare(b.equals(first), a.equals(first)))
        .map(endpoint -> "rabbitmq-stream://" + placeholder(endpoint) + ":" + endpoint.port())
        .toList();
  }

  private String placeholder(Endpoint endpoint) {
    return PLACEHOLDER.formatted(endpoints.indexOf(endpoint));
  }

  @Override
  public Address resolve(Address address) {
    NodeSearch.end();
    for (Endpoint endpoint : endpoints) {
      if (placeholder(endpoint).equals(address.host())) {
        return address(given.apply(endpoint));
      }
    }
    Endpoint wanted = new Endpoint(address.host(), address.port());
    Endpoint dialled = advertised.apply(wanted);
    NodeSearch.begin(wanted, dialled);
    return address(dialled);
  }

  private static Address address(Endpoint dialled) {
    return new Address(dialled.host(), dialled.port());
  }
}
