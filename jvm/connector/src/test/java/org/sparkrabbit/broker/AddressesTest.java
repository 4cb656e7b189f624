package org.sparkrabbit.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.extension.AddressResolver;
import org.sparkrabbit.options.Endpoint;
import org.sparkrabbit.options.Reach;

class AddressesTest {
  private static final Endpoint ONE = new Endpoint("rabbit_1", 5552);
  private static final Endpoint TWO = new Endpoint("::1", 5553);

  private static String dialled(Addresses addresses, String host, int port) {
    Endpoint dialled = addresses.dialledForNode(new Endpoint(host, port));
    return dialled.host() + " " + dialled.port();
  }

  @Test
  void an_advertised_address_is_dialled_as_it_is() {
    Addresses addresses = Addresses.of(new Reach.Directly(), List.of(ONE, TWO));
    assertEquals("rabbit-3 5552", dialled(addresses, "rabbit-3", 5552));
    assertEquals(ONE, addresses.dialledFor(ONE));
  }

  @Test
  void load_balancers_take_turns() {
    Addresses addresses = Addresses.of(new Reach.ThroughLoadBalancer(), List.of(ONE, TWO));
    assertEquals("rabbit_1 5552", dialled(addresses, "rabbit-3", 5552));
    assertEquals("::1 5553", dialled(addresses, "rabbit-3", 5552));
    assertEquals("rabbit_1 5552", dialled(addresses, "rabbit-4", 5552));
    assertEquals(TWO, addresses.dialledFor(TWO));
  }

  @Test
  void a_map_leads_elsewhere_what_it_names_and_nothing_else() {
    Reach map = new Reach.ByMap(Map.of(new Endpoint("rabbit-3", 5552), TWO));
    Addresses addresses = Addresses.of(map, List.of(ONE, new Endpoint("rabbit-3", 5552)));
    assertEquals("::1 5553", dialled(addresses, "rabbit-3", 5552));
    assertEquals("rabbit-3 5553", dialled(addresses, "rabbit-3", 5553));
    assertEquals(TWO, addresses.dialledFor(new Endpoint("rabbit-3", 5552)));
  }

  @Test
  void the_only_port_of_this_machine_stands_for_what_is_known_elsewhere_only() {
    Endpoint forwarded = new Endpoint("localhost", 15552);
    Addresses addresses = Addresses.of(new Reach.Directly(), List.of(forwarded));
    assertEquals("localhost 15552", dialled(addresses, "rabbit-3", 5552));
    assertEquals("127.0.0.1 5553", dialled(addresses, "127.0.0.1", 5553));
  }

  @Test
  void a_class_of_the_user_is_asked() {
    ResolverOfUser shifting =
        new ResolverOfUser(
            "com.example.Shift",
            from -> new org.sparkrabbit.extension.Address(from.host(), from.port() + 10_000));
    assertEquals(new Endpoint("rabbit-3", 15552), shifting.apply(new Endpoint("rabbit-3", 5552)));
  }

  @Test
  void a_class_that_fails_is_named() {
    assertEquals(
        told("failed with java.lang.IllegalStateException: no map"),
        message(
            from -> {
              throw new IllegalStateException("no map");
            }));
    assertEquals(told("gave null"), message(from -> null));
    assertEquals(
        told("gave Address[host=rabbit, port=0], which is no address"),
        message(from -> new org.sparkrabbit.extension.Address("rabbit", 0)));
  }

  private static String message(AddressResolver resolver) {
    ResolverOfUser named = new ResolverOfUser("com.example.Shift", resolver);
    return assertThrows(RabbitStreamsException.class, () -> named.apply(ONE)).getMessage();
  }

  private static String told(String how) {
    return "[RABBITMQ_STREAMS.EXTENSION_FAILED] The class com.example.Shift of the option"
        + " addressResolverClass "
        + how
        + " when it was asked where rabbit_1:5552 can be reached. It must give an address for every"
        + " broker; an address that needs no other is given back as it is.";
  }
}
