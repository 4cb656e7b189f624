package org.sparkrabbit.broker;

import com.rabbitmq.stream.Constants;
import com.rabbitmq.stream.OffsetSpecification;
import com.rabbitmq.stream.StreamException;
import com.rabbitmq.stream.impl.Client;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Endpoint;

/**
 * A connection to one broker, over which streams are looked up and delivered. The broker answers
 * one request after the other, and serves a subscription as far as its credit and the stream reach
 * before it turns to the next request; so an answer also proves that what came before it is all.
 */
final class NodeConnection implements AutoCloseable {
  private final Endpoint node;
  private final Sinks sinks;
  private final DeliveryTap tap;
  private final Client client;
  private final AtomicInteger subscriptions = new AtomicInteger();

  /** The parameters name the broker; failures are those of the client. */
  NodeConnection(Endpoint node, Client.ClientParameters parameters, Sinks sinks, DeliveryTap tap) {
    this.node = node;
    this.sinks = sinks;
    this.tap = tap;
    this.client =
        new Client(
            parameters
                .consumerUpdateListener(
                    (itself, number, isActive) -> {
                      sinks.activate(Byte.toUnsignedInt(number), isActive);
                      return OffsetSpecification.next();
                    })
                .metadataListener((stream, code) -> sinks.end(stream, gone(stream)))
                .shutdownListener(reason -> sinks.end(lost())));
    tap.settle();
  }

  Endpoint node() {
    return node;
  }

  boolean isOpen() {
    return client.isOpen();
  }

  int subscriptions() {
    return subscriptions.get();
  }

  String brokerVersion() {
    return client.brokerVersion();
  }

  /** One answer for each of the streams; what is not there says so itself. */
  Map<String, Client.StreamMetadata> metadata(Collection<String> streams) {
    String[] names = streams.toArray(String[]::new);
    return call(
        "look up the streams " + streams,
        () -> names.length == 0 ? Map.of() : client.metadata(names));
  }

  /** The last offset that was stored under the name, if any was. */
  OptionalLong storedOffset(String name, String stream) {
    String what = "ask for the stored offset of the stream '" + stream + "'";
    Client.QueryOffsetResponse answer = call(what, () -> client.queryOffset(name, stream));
    if (answer.getResponseCode() == Constants.RESPONSE_CODE_NO_OFFSET) {
      return OptionalLong.empty();
    }
    require(answer, what, stream);
    return OptionalLong.of(answer.getOffset());
  }

  /** The broker does not answer to this. */
  void storeOffset(String name, String stream, long offset) {
    client.storeOffset(name, stream, offset);
  }

  /** None where there is no such super stream. */
  List<String> partitions(String superStream) {
    return call(
        "look up the super stream '" + superStream + "'", () -> client.partitions(superStream));
  }

  /** What the broker counts of a stream. The answer also tells that it has come so far. */
  Map<String, Long> statistics(String stream) {
    String what = "ask for the statistics of the stream '" + stream + "'";
    Client.StreamStatsResponse answer = call(what, () -> client.streamStats(stream));
    require(answer, what, stream);
    return answer.getInfo();
  }

  /** Delivers to the sink, beginning before this method returns. */
  Delivery subscribe(
      String stream,
      OffsetSpecification from,
      int credits,
      Map<String, String> properties,
      ChunkSink sink) {
    int number = sinks.register(stream, sink);
    if (number < 0) {
      throw new RabbitStreamsException(
          ErrorCode.BROKER_REFUSED,
          "The connection to %s carries %d subscriptions, and no more fit. Try again."
              .formatted(node, Sinks.MOST_SUBSCRIPTIONS));
    }
    subscriptions.incrementAndGet();
    Delivery delivery = new Delivery(this, stream, (byte) number);
    String what = "subscribe to the stream '" + stream + "'";
    try {
      Client.Response answer =
          call(what, () -> client.subscribe((byte) number, stream, from, credits, properties));
      require(answer, what, stream);
      return delivery;
    } catch (Throwable e) {
      forget(number);
      throw e;
    }
  }

  void credit(byte number, int credits) {
    client.credit(number, credits);
  }

  /**
   * The number is free once the broker has answered; if it does not, nothing here is of use. Who is
   * interrupted still waits for that answer.
   */
  void unsubscribe(byte number) {
    boolean interrupted = Thread.interrupted();
    try {
      if (client.isOpen()) {
        client.unsubscribe(number);
      }
    } catch (StreamException | IllegalStateException e) {
      tap.cut();
    } finally {
      forget(Byte.toUnsignedInt(number));
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void forget(int number) {
    sinks.unregister(number);
    subscriptions.decrementAndGet();
  }

  /** Without an answer nobody knows how far the broker has come, so the connection ends. */
  private <T> T call(String what, Supplier<T> request) {
    try {
      return ClientFailure.translated(
          "The broker at %s could not %s".formatted(node, what), request);
    } catch (RabbitStreamsException e) {
      tap.cut();
      throw e;
    }
  }

  private void require(Client.Response answer, String what, String stream) {
    if (!answer.isOk()) {
      throw StreamRefusal.of(answer.getResponseCode(), node, what, stream);
    }
  }

  private RabbitStreamsException lost() {
    return new RabbitStreamsException(
        ErrorCode.BROKER_UNREACHABLE,
        ("The connection to %s was lost. Check that the broker runs and can be reached, then try"
                + " again.")
            .formatted(node));
  }

  private RabbitStreamsException gone(String stream) {
    return new RabbitStreamsException(
        ErrorCode.SUBSCRIPTION_CLOSED,
        ("The broker at %s does not have the stream '%s' any more: it was deleted, or moved to other"
                + " nodes.")
            .formatted(node, stream));
  }

  @Override
  public void close() {
    client.close();
  }
}
