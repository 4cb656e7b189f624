package org.sparkrabbit.read;

import com.rabbitmq.stream.Consumer;
import com.rabbitmq.stream.OffsetSpecification;
import com.rabbitmq.stream.Resource;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.broker.BrokerLease;
import org.sparkrabbit.broker.ClientFailure;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.metrics.ReadMetrics;
import org.sparkrabbit.options.ConnectionSettings;
import org.sparkrabbit.plan.OffsetRange;

/** A consumer that fills an inbox with the chunks of a range, and survives reconnections. */
final class Subscription implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Subscription.class);

  private final OffsetRange range;
  private final Inbox inbox;
  private final ReadMetrics metrics;
  private final BrokerLease broker;
  private final Consumer consumer;
  private volatile boolean closing;

  Subscription(ConnectionSettings connection, OffsetRange range, Inbox inbox, ReadMetrics metrics) {
    this.range = range;
    this.inbox = inbox;
    this.metrics = metrics;
    this.broker = BrokerLease.open(connection);
    try {
      this.consumer = subscribe();
    } catch (Throwable e) {
      broker.close();
      throw e;
    }
  }

  private Consumer subscribe() {
    return ClientFailure.translated(
        "The stream '%s' is not delivered (%s)".formatted(range.stream(), range),
        () ->
            broker.consumerBuilder().stream(range.stream())
                .offset(OffsetSpecification.offset(range.from()))
                .noTrackingStrategy()
                .subscriptionListener(
                    context ->
                        context.offsetSpecification(
                            OffsetSpecification.offset(inbox.beginSubscription())))
                .flow()
                .strategy(inbox)
                .builder()
                .listeners(this::stateChanged)
                .messageHandler(inbox)
                .build());
  }

  private void stateChanged(Resource.Context change) {
    LOG.debug(
        "Consumer went from {} to {}: {}", change.previousState(), change.currentState(), range);
    if (change.currentState() == Resource.State.RECOVERING) {
      metrics.retry();
      LOG.warn("Connection lost, resuming: {}", range);
    }
    if (change.currentState() == Resource.State.CLOSED && !closing) {
      inbox.fail(
          new RabbitStreamsException(
              ErrorCode.SUBSCRIPTION_CLOSED,
              ("The broker ended the delivery of the stream '%s', which happens when it is deleted,"
                      + " and could not be asked to go on. %s")
                  .formatted(range.stream(), range)));
    }
  }

  OptionalLong firstOffset() {
    return broker.bounds().firstOffset(range.stream());
  }

  @Override
  public void close() {
    closing = true;
    try {
      consumer.close();
    } finally {
      broker.close();
    }
  }
}
