package org.sparkrabbit.broker;

import com.rabbitmq.stream.Constants;
import com.rabbitmq.stream.OffsetSpecification;
import com.rabbitmq.stream.StreamException;
import com.rabbitmq.stream.impl.Client;
import com.rabbitmq.stream.impl.ClientInternals;
import io.netty.channel.Channel;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Endpoint;

/**
 * A connection to one broker, over which streams are looked up, delivered and written. The broker
 * answers one request after the other, and serves a subscription as far as its credit and the
 * stream reach before it turns to the next request; so an answer also proves that what came before
 * it is all.
 */
final class NodeConnection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeConnection.class);

  private final Endpoint node;
  private final Greeting greeting;
  private final Refusals refusals;
  private final DeliveryTap tap;
  private final Client client;
  private final Occupants occupants;

  /** The parameters name the broker; failures are those of the client. */
  NodeConnection(
      Endpoint node,
      Client.ClientParameters parameters,
      Greeting greeting,
      Refusals refusals,
      Numbers<ChunkSink> subscribers,
      DeliveryTap tap) {
    this.node = node;
    this.greeting = greeting;
    this.refusals = refusals;
    this.tap = tap;
    this.occupants = new Occupants(node, subscribers);
    this.client = new Client(occupants.listening(parameters));
    tap.settle();
  }

  Endpoint node() {
    return node;
  }

  boolean isOpen() {
    return client.isOpen();
  }

  /** How many subscriptions and publishers it carries. */
  int uses() {
    return occupants.count();
  }

  /** Counts a use that is about to begin, so that others choose another connection. */
  NodeConnection claim() {
    occupants.claim();
    return this;
  }

  void unclaim() {
    occupants.unclaim();
  }

  int largestFrame() {
    return greeting.largestFrame();
  }

  Channel channel() {
    return tap.channel();
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
    String what = "look up the super stream '" + superStream + "'";
    Refusals.Answer<List<String>> answer =
        call(what, () -> refusals.answer(() -> client.partitions(superStream)));
    if (answer.code() != Constants.RESPONSE_CODE_STREAM_DOES_NOT_EXIST) {
      require(answer.code(), what, superStream);
    }
    return answer.value();
  }

  /** The partitions of a super stream, which there is, that are bound with the key. */
  List<String> route(String routingKey, String superStream) {
    String what = "look up the routes of the super stream '" + superStream + "'";
    Refusals.Answer<List<String>> answer =
        call(what, () -> refusals.answer(() -> client.route(routingKey, superStream)));
    if (answer.code() != Constants.RESPONSE_CODE_OK) {
      throw StreamRefusal.ofWriter(answer.code(), node, what, superStream);
    }
    return answer.value();
  }

  /**
   * The last publishing id that the stream remembers of a name, or 0. Without permission to read
   * the client would say 0, too.
   */
  long lastPublishingId(String name, String stream) {
    return call(
        "ask for the last publishing id of '" + name + "' in the stream '" + stream + "'",
        () -> client.queryPublisherSequence(name, stream));
  }

  /** Answers with the broker's code, as a refusal says something of what exists. */
  short create(String stream, Map<String, String> arguments) {
    return call("create the stream '" + stream + "'", () -> client.create(stream, arguments))
        .getResponseCode();
  }

  /** The same, to delete it. */
  short delete(String stream) {
    return call("delete the stream '" + stream + "'", () -> client.delete(stream))
        .getResponseCode();
  }

  /** The same, to create a super stream. */
  short createSuperStream(SuperStreamShape shape, Map<String, String> arguments) {
    return call(
            "create the super stream '" + shape.name() + "'",
            () ->
                ClientInternals.createSuperStream(
                    client, shape.name(), shape.partitions(), shape.keys(), arguments))
        .getResponseCode();
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
    int number = occupants.add(stream, sink);
    Delivery delivery = new Delivery(this, stream, (byte) number);
    String what = "subscribe to the stream '" + stream + "'";
    try {
      Client.Response answer =
          call(what, () -> client.subscribe((byte) number, stream, from, credits, properties));
      require(answer, what, stream);
      return delivery;
    } catch (Throwable e) {
      giveUp(number, occupants::removeSubscriber, e);
      throw e;
    }
  }

  /** Opens a way to the stream, under a name that the broker knows repetitions by, or null. */
  Publication publish(String stream, String name, boolean hasFilterValues, ConfirmSink sink) {
    int number = occupants.add(stream, sink);
    Publication publication = new Publication(this, (byte) number, hasFilterValues);
    String what = "let write to the stream '" + stream + "'";
    try {
      Client.Response answer =
          call(what, () -> client.declarePublisher((byte) number, name, stream));
      if (!answer.isOk()) {
        throw StreamRefusal.ofWriter(answer.getResponseCode(), node, what, stream);
      }
      return publication;
    } catch (Throwable e) {
      giveUp(number, occupants::removePublisher, e);
      throw e;
    }
  }

  void credit(byte number, int credits) {
    client.credit(number, credits);
  }

  void unsubscribe(byte number) {
    giveBack(number, client::unsubscribe, occupants::removeSubscriber);
  }

  void unpublish(byte number) {
    giveBack(number, client::deletePublisher, occupants::removePublisher);
  }

  /**
   * The number is free once the broker has answered; if it does not, nothing here is of use. Who is
   * interrupted still waits for that answer.
   */
  private void giveBack(byte number, Consumer<Byte> request, IntConsumer removal) {
    boolean interrupted = Thread.interrupted();
    try {
      if (client.isOpen()) {
        request.accept(number);
      }
    } catch (StreamException | IllegalStateException e) {
      tap.cut();
    } finally {
      free(Byte.toUnsignedInt(number), removal);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Who was interrupted does not know whether the broker has begun. */
  private void giveUp(int number, IntConsumer removal, Throwable why) {
    if (isInterruption(why)) {
      tap.cut();
    }
    free(number, removal);
  }

  /** Where the connection was cut, what arrives yet for the number is for nobody else. */
  private void free(int number, IntConsumer removal) {
    if (!tap.isCut()) {
      removal.accept(number);
    }
  }

  /**
   * Where an answer does not come nobody knows how far the broker is, so the connection ends. Where
   * it is not waited for any more, the connection serves others, and the client drops the answer.
   */
  private <T> T call(String what, Supplier<T> request) {
    try {
      return ClientFailure.translated(
          "The broker at %s could not %s".formatted(node, what), request);
    } catch (RabbitStreamsException e) {
      if (!isInterruption(e)) {
        tap.cut();
      }
      throw e;
    }
  }

  private static boolean isInterruption(Throwable e) {
    return e instanceof RabbitStreamsException failure && failure.code() == ErrorCode.INTERRUPTED;
  }

  private void require(Client.Response answer, String what, String stream) {
    require(answer.getResponseCode(), what, stream);
  }

  private void require(short code, String what, String stream) {
    if (code != Constants.RESPONSE_CODE_OK) {
      throw StreamRefusal.of(code, node, what, stream);
    }
  }

  /** Ends whether the broker answers or not, as those of other connections must be closed, too. */
  @Override
  public void close() {
    try {
      client.close();
    } catch (RuntimeException e) {
      LOG.debug("The broker at {} did not answer the end of a connection", node, e);
      ClientInternals.end(client);
    }
  }
}
