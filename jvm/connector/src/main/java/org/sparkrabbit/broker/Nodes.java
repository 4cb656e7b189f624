package org.sparkrabbit.broker;

import com.rabbitmq.stream.Constants;
import com.rabbitmq.stream.OffsetSpecification;
import com.rabbitmq.stream.impl.Client;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Endpoint;

/**
 * The connections over which this process reads and writes, to whichever brokers have the streams.
 * They are opened when they are needed, shared, and stay until all are closed.
 */
final class Nodes implements AutoCloseable {
  private final ConnectionPlan plan;
  private final Dialer dialer;

  /** For questions about streams, which do not wait there behind all that is delivered. */
  private final Map<Endpoint, Node> inspectors = new ConcurrentHashMap<>();

  private final Map<Endpoint, Node> readers = new ConcurrentHashMap<>();
  private final Map<Endpoint, Node> writers = new ConcurrentHashMap<>();
  private final Node anyWriter;
  private final List<Node> locators;
  private final AtomicInteger lookups = new AtomicInteger();

  /** The locator is any connection, over which streams are looked up. */
  Nodes(ConnectionPlan plan, Dialer dialer, NodeConnection locator) {
    this.plan = plan;
    this.dialer = dialer;
    this.anyWriter =
        new Node(() -> dialer.toAnyEndpoint(Purpose.WRITER), plan.tuning().producersByConnection());
    Supplier<NodeConnection> another = () -> dialer.toAnyEndpoint(Purpose.LOCATOR);
    this.locators = new ArrayList<>(List.of(Node.with(locator, another)));
    while (locators.size() < plan.tuning().locatorConnections()) {
      locators.add(new Node(another, Numbers.MOST));
    }
  }

  /** Any connection, over which streams are looked up; they take turns. */
  NodeConnection locator() {
    return locators.get(Math.floorMod(lookups.getAndIncrement(), locators.size())).any();
  }

  /** The broker whose word on a stream is the last. */
  NodeConnection leaderOf(String stream) {
    return leader(stream, metadata(stream));
  }

  /** The same for several streams; those that do not exist are left out. */
  SortedMap<String, NodeConnection> leadersOf(Collection<String> streams) {
    NodeConnection asked = locator();
    SortedMap<String, NodeConnection> leaders = new TreeMap<>();
    asked
        .metadata(streams)
        .forEach(
            (stream, metadata) -> {
              if (metadata.getResponseCode() != Constants.RESPONSE_CODE_STREAM_DOES_NOT_EXIST) {
                leaders.put(stream, leader(stream, required(metadata, asked, stream)));
              }
            });
    return leaders;
  }

  private NodeConnection leader(String stream, Client.StreamMetadata metadata) {
    return at(leaderAt(stream, metadata));
  }

  /** To ask one broker about streams. */
  NodeConnection at(Endpoint broker) {
    return inspectors
        .computeIfAbsent(
            broker, node -> new Node(() -> dialer.toNode(node, Purpose.INSPECTOR), Numbers.MOST))
        .any();
  }

  /** Opens a way for a writer to the leader of a stream, or by any broker where that may be. */
  Publication publish(
      String stream, String name, boolean hasFilterValues, Supplier<ConfirmSink> sinks) {
    Client.StreamMetadata metadata = metadata(stream);
    Node node = plan.tuning().writesToLeaderOnly() ? writer(leaderAt(stream, metadata)) : anyWriter;
    return node.begin(connection -> connection.publish(stream, name, hasFilterValues, sinks.get()));
  }

  private Endpoint leaderAt(String stream, Client.StreamMetadata metadata) {
    if (metadata.getLeader() == null) {
      throw StreamRefusal.of(
          Constants.RESPONSE_CODE_STREAM_NOT_AVAILABLE, locator().node(), "", stream);
    }
    return endpoint(metadata.getLeader());
  }

  void requireStream(String stream) {
    Attempts.USUAL.at(() -> metadata(stream));
  }

  /** Delivers from a replica where there is one, as the leader has enough to do. */
  Delivery deliver(
      String stream,
      long from,
      Map<String, String> properties,
      Supplier<? extends ChunkSink> sinks) {
    RabbitStreamsException failure =
        StreamRefusal.of(
            Constants.RESPONSE_CODE_STREAM_NOT_AVAILABLE, locator().node(), "", stream);
    for (Client.Broker broker : readersOf(stream)) {
      try {
        return reader(endpoint(broker))
            .begin(connection -> delivery(connection, stream, from, properties, sinks.get()));
      } catch (RabbitStreamsException e) {
        if (!e.code().isRetryable() || e.code() == ErrorCode.INTERRUPTED) {
          throw e;
        }
        failure = e;
      }
    }
    throw failure;
  }

  /** Where the broker filters, a gap before the first chunk is no reason to look again. */
  private static Delivery delivery(
      NodeConnection node,
      String stream,
      long from,
      Map<String, String> properties,
      ChunkSink sink) {
    boolean isWithin = !properties.isEmpty() && Statistics.of(node, stream).covered() >= from;
    return node.subscribe(stream, OffsetSpecification.offset(from), 1, properties, sink)
        .within(isWithin);
  }

  private List<Client.Broker> readersOf(String stream) {
    Client.StreamMetadata metadata = metadata(stream);
    List<Client.Broker> brokers = new ArrayList<>(metadata.getReplicas());
    Collections.shuffle(brokers);
    if (metadata.getLeader() != null
        && (brokers.isEmpty() || !plan.tuning().readsFromReplicasOnly())) {
      brokers.add(metadata.getLeader());
    }
    return brokers;
  }

  private Client.StreamMetadata metadata(String stream) {
    NodeConnection asked = locator();
    return required(asked.metadata(List.of(stream)).get(stream), asked, stream);
  }

  private static Client.StreamMetadata required(
      Client.StreamMetadata metadata, NodeConnection asked, String stream) {
    if (!metadata.isResponseOk()) {
      throw StreamRefusal.of(
          metadata.getResponseCode(), asked.node(), "look up the stream", stream);
    }
    return metadata;
  }

  private static Endpoint endpoint(Client.Broker broker) {
    return new Endpoint(broker.getHost(), broker.getPort());
  }

  private Node reader(Endpoint at) {
    return readers.computeIfAbsent(
        at,
        node ->
            new Node(
                () -> dialer.toNode(node, Purpose.READER), plan.tuning().consumersByConnection()));
  }

  private Node writer(Endpoint at) {
    return writers.computeIfAbsent(
        at,
        node ->
            new Node(
                () -> dialer.toNode(node, Purpose.WRITER), plan.tuning().producersByConnection()));
  }

  @Override
  public void close() {
    locators.forEach(Node::close);
    inspectors.values().forEach(Node::close);
    readers.values().forEach(Node::close);
    writers.values().forEach(Node::close);
    anyWriter.close();
  }
}
