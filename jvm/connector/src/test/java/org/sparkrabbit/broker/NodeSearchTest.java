package org.sparkrabbit.broker;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.rabbitmq.stream.StreamException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Endpoint;

class NodeSearchTest {
  private static final Endpoint NODE = new Endpoint("rabbit-1", 5552);
  private static final Endpoint BALANCER = new Endpoint("balancer", 15552);

  private long now = Long.MAX_VALUE - 1_000;

  @AfterEach
  void end() {
    NodeSearch.end();
  }

  @Test
  void a_node_that_never_answers_is_given_up_after_30_seconds() {
    NodeSearch.begin(NODE, BALANCER, () -> now);
    now += Duration.ofSeconds(29).toNanos();
    assertDoesNotThrow(NodeSearch::dial);
    now += Duration.ofSeconds(1).toNanos();
    RabbitStreamsException thrown = assertThrows(RabbitStreamsException.class, NodeSearch::dial);
    assertEquals(
        "[RABBITMQ_STREAMS.ADVERTISED_HOST_UNREACHABLE] The broker that advertises rabbit-1:5552"
            + " was looked for at balancer:15552, but for 30 s only other brokers answered there."
            + " Let what listens there pass connections on to every broker, or tell with the option"
            + " addressMap, as in 'rabbit-1:5552=host:port', where this one can be reached.",
        thrown.getMessage());
  }

  @Test
  void each_search_has_its_own_time() {
    NodeSearch.begin(NODE, BALANCER, () -> now);
    now += Duration.ofSeconds(29).toNanos();
    NodeSearch.begin(NODE, BALANCER, () -> now);
    now += Duration.ofSeconds(29).toNanos();
    assertDoesNotThrow(NodeSearch::dial);
  }

  @Test
  void what_is_looked_up_at_an_endpoint_is_no_search() {
    assertDoesNotThrow(NodeSearch::dial);
  }

  @Test
  void the_failure_to_dial_is_known_by_the_address() {
    NodeSearch.begin(NODE, BALANCER, () -> now);
    String words = "Error while creating stream connection to balancer:15552. Unknown host";
    assertTrue(NodeSearch.latest().endedIn(new StreamException(words)));
    assertTrue(
        NodeSearch.latest()
            .endedIn(new StreamException("Lookup failed", new StreamException(words))));
    assertFalse(NodeSearch.latest().endedIn(new StreamException("Stream not available")));
    assertEquals("rabbit-1:5552 (by balancer:15552)", NodeSearch.latest().describe());
  }
}
