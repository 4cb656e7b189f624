package org.sparkrabbit.broker;

import com.rabbitmq.stream.Constants;
import com.rabbitmq.stream.OffsetSpecification;
import com.rabbitmq.stream.impl.Client;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Endpoint;

/**
 * The connections over which this process reads and writes, to whichever brokers have the streams.
 * They are opened when they are needed, shared, and stay until all are closed.
 */
final class Nodes implements AutoCloseable {
  private static final int CONNECTIONS_AT_MOST =
      Math.max(2, Runtime.getRuntime().availableProcessors());

  private final ConnectionPlan plan;
  private final Dialer dialer;
  private final Map<Endpoint, Node> readers = new ConcurrentHashMap<>();
  private final Map<Endpoint, Node> writers = new ConcurrentHashMap<>();
  private final Node anyWriter;
  private final NodeConnection[] locators;
  private int lookups;
  private boolean closed;

  /** The locator is any connection, over which streams are looked up. */
  Nodes(ConnectionPlan plan, Dialer dialer, NodeConnection locator) {
    this.plan = plan;
    this.dialer = dialer;
    this.anyWriter =
        new Node(() -> dialer.toAnyEndpoint(Purpose.WRITER), plan.tuning().producersByConnection());
    this.locators = new NodeConnection[plan.tuning().locatorConnections()];
    this.locators[0] = locator;
  }

  /** Any connection, over which streams are looked up; they take turns. */
  synchronized NodeConnection locator() {
    requireOpen();
    int turn = lookups++ % locators.length;
    if (locators[turn] == null || !locators[turn].isOpen()) {
      locators[turn] = dialer.toAnyEndpoint(Purpose.LOCATOR);
    }
    return locators[turn];
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
    return reader(leaderAt(stream, metadata)).any();
  }

  /** Opens a way for a writer to the leader of a stream, or by any broker where that may be. */
  Publication publish(String stream, String name, boolean hasFilterValues, ConfirmSink sink) {
    Client.StreamMetadata metadata = metadata(stream);
    Node node = plan.tuning().writesToLeaderOnly() ? writer(leaderAt(stream, metadata)) : anyWriter;
    return node.free().publish(stream, name, hasFilterValues, sink);
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
      OffsetSpecification from,
      int credits,
      Map<String, String> properties,
      ChunkSink sink) {
    RabbitStreamsException failure =
        StreamRefusal.of(
            Constants.RESPONSE_CODE_STREAM_NOT_AVAILABLE, locator().node(), "", stream);
    for (Client.Broker broker : readersOf(stream)) {
      try {
        return reader(endpoint(broker)).free().subscribe(stream, from, credits, properties, sink);
      } catch (RabbitStreamsException e) {
        if (!e.code().isRetryable() || e.code() == ErrorCode.INTERRUPTED) {
          throw e;
        }
        failure = e;
      }
    }
    throw failure;
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

  private synchronized void requireOpen() {
    if (closed) {
      throw new RabbitStreamsException(
          ErrorCode.BROKER_UNREACHABLE, "The connections of this process are closed. Try again.");
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      Arrays.stream(locators).filter(Objects::nonNull).forEach(NodeConnection::close);
    }
    readers.values().forEach(Node::close);
    writers.values().forEach(Node::close);
    anyWriter.close();
  }

  /** The connections to one broker. Its lock holds nobody up who talks to another one. */
  private final class Node {
    private final Supplier<NodeConnection> dial;
    private final int usesAtMost;
    private final List<NodeConnection> connections = new ArrayList<>();

    Node(Supplier<NodeConnection> dial, int usesAtMost) {
      this.dial = dial;
      this.usesAtMost = usesAtMost;
    }

    synchronized NodeConnection any() {
      NodeConnection least = leastBusy();
      return least == null ? opened() : least;
    }

    /**
     * A connection is served by one thread, so tasks get one each, as long as there are processors
     * to serve them.
     */
    synchronized NodeConnection free() {
      NodeConnection least = leastBusy();
      boolean suffices =
          least != null
              && (least.uses() == 0
                  || connections.size() >= CONNECTIONS_AT_MOST && least.uses() < usesAtMost);
      return suffices ? least : opened();
    }

    private NodeConnection leastBusy() {
      connections.removeIf(connection -> !connection.isOpen());
      return connections.stream().min((a, b) -> Integer.compare(a.uses(), b.uses())).orElse(null);
    }

    private NodeConnection opened() {
      requireOpen();
      NodeConnection connection = dial.get();
      connections.add(connection);
      return connection;
    }

    synchronized void close() {
      connections.forEach(NodeConnection::close);
    }
  }
}
