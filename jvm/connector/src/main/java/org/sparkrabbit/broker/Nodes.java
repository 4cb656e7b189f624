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
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Endpoint;

/**
 * The connections over which this process reads, to whichever brokers have the streams. They are
 * opened when they are needed, shared, and stay until all are closed.
 */
final class Nodes implements AutoCloseable {
  private static final int CONNECTIONS_AT_MOST =
      Math.max(2, Runtime.getRuntime().availableProcessors());

  private final ConnectionPlan plan;
  private final Dialer dialer;
  private final Map<Endpoint, Node> nodes = new ConcurrentHashMap<>();
  private NodeConnection locator;
  private boolean closed;

  /** The locator is any connection, over which streams are looked up. */
  Nodes(ConnectionPlan plan, Dialer dialer, NodeConnection locator) {
    this.plan = plan;
    this.dialer = dialer;
    this.locator = locator;
  }

  synchronized NodeConnection locator() {
    requireOpen();
    if (!locator.isOpen()) {
      locator = dialer.toAnyEndpoint();
    }
    return locator;
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
    if (metadata.getLeader() == null) {
      throw StreamRefusal.of(
          Constants.RESPONSE_CODE_STREAM_NOT_AVAILABLE, locator().node(), "", stream);
    }
    return node(metadata.getLeader()).any();
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
        return node(broker).subscribable().subscribe(stream, from, credits, properties, sink);
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

  private Node node(Client.Broker broker) {
    return nodes.computeIfAbsent(new Endpoint(broker.getHost(), broker.getPort()), Node::new);
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
      locator.close();
    }
    nodes.values().forEach(Node::close);
  }

  /** The connections to one broker. Its lock holds nobody up who talks to another one. */
  private final class Node {
    private final Endpoint address;
    private final List<NodeConnection> connections = new ArrayList<>();

    Node(Endpoint address) {
      this.address = address;
    }

    synchronized NodeConnection any() {
      NodeConnection least = leastBusy();
      return least == null ? opened() : least;
    }

    /**
     * A connection is served by one thread, so tasks get one each, as long as there are processors
     * to serve them.
     */
    synchronized NodeConnection subscribable() {
      NodeConnection least = leastBusy();
      boolean suffices =
          least != null
              && (least.subscriptions() == 0
                  || connections.size() >= CONNECTIONS_AT_MOST
                      && least.subscriptions() < plan.tuning().consumersByConnection());
      return suffices ? least : opened();
    }

    private NodeConnection leastBusy() {
      connections.removeIf(connection -> !connection.isOpen());
      return connections.stream()
          .min((a, b) -> Integer.compare(a.subscriptions(), b.subscriptions()))
          .orElse(null);
    }

    private NodeConnection opened() {
      requireOpen();
      NodeConnection connection = dialer.toNode(address);
      connections.add(connection);
      return connection;
    }

    synchronized void close() {
      connections.forEach(NodeConnection::close);
    }
  }
}
