package org.sparkrabbit.broker;

import com.rabbitmq.stream.OffsetSpecification;
import com.rabbitmq.stream.impl.Client;
import java.util.concurrent.atomic.AtomicInteger;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Endpoint;

/** Who has a number on a connection, and hears by it what the broker says. */
final class Occupants {
  private final Endpoint node;
  private final Numbers<ChunkSink> subscribers;
  private final Numbers<ConfirmSink> publishers = new Numbers<>();
  private final AtomicInteger uses = new AtomicInteger();

  Occupants(Endpoint node, Numbers<ChunkSink> subscribers) {
    this.node = node;
    this.subscribers = subscribers;
  }

  /** Has the client tell them. */
  Client.ClientParameters listening(Client.ClientParameters parameters) {
    return parameters
        .consumerUpdateListener(
            (itself, number, isActive) -> {
              ChunkSink sink = subscribers.holder(Byte.toUnsignedInt(number));
              if (sink != null) {
                sink.active(isActive);
              }
              return OffsetSpecification.next();
            })
        .publishConfirmListener(this::confirmed)
        .publishErrorListener(this::refused)
        .metadataListener((stream, code) -> end(stream))
        .shutdownListener(reason -> end());
  }

  private void confirmed(byte number, long id) {
    ConfirmSink sink = publishers.holder(Byte.toUnsignedInt(number));
    if (sink != null) {
      sink.confirmed(id);
    }
  }

  private void refused(byte number, long id, short code) {
    ConfirmSink sink = publishers.holder(Byte.toUnsignedInt(number));
    if (sink != null) {
      sink.refused(id, code);
    }
  }

  private void end(String stream) {
    subscribers.eachOf(stream, sink -> sink.ended(gone(stream)));
    publishers.eachOf(stream, sink -> sink.ended(gone(stream)));
  }

  private void end() {
    subscribers.each(sink -> sink.ended(lost()));
    publishers.each(sink -> sink.ended(lost()));
  }

  /** How many there are, and will be. */
  int count() {
    return uses.get();
  }

  /** Counts one that is about to come, so that others choose another connection. */
  void claim() {
    uses.incrementAndGet();
  }

  void unclaim() {
    uses.decrementAndGet();
  }

  int add(String stream, ChunkSink subscriber) {
    return take(subscribers, stream, subscriber);
  }

  int add(String stream, ConfirmSink publisher) {
    return take(publishers, stream, publisher);
  }

  private <T> int take(Numbers<T> numbers, String stream, T sink) {
    int number = numbers.take(stream, sink);
    if (number < 0) {
      throw new RabbitStreamsException(
          ErrorCode.BROKER_REFUSED,
          "The connection to %s serves %d users, and no more fit. Try again."
              .formatted(node, Numbers.MOST));
    }
    uses.incrementAndGet();
    return number;
  }

  void removeSubscriber(int number) {
    subscribers.free(number);
    uses.decrementAndGet();
  }

  void removePublisher(int number) {
    publishers.free(number);
    uses.decrementAndGet();
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
}
