package org.sparkrabbit.write;

import com.rabbitmq.stream.Producer;
import com.rabbitmq.stream.ProducerBuilder;
import com.rabbitmq.stream.Resource.StateListener;
import com.rabbitmq.stream.RoutingStrategy;
import com.rabbitmq.stream.StreamException;
import com.rabbitmq.stream.compression.Compression;
import com.rabbitmq.stream.compression.CompressionException;
import java.time.Duration;
import java.util.Locale;
import org.sparkrabbit.broker.BrokerLease;
import org.sparkrabbit.broker.ClientFailure;
import org.sparkrabbit.broker.OutgoingMessage;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.errors.WriteStage;
import org.sparkrabbit.options.CompressionKind;
import org.sparkrabbit.options.Target;
import org.sparkrabbit.options.WriteSettings;

/** Opens producers as the options want them. The name is null where the broker drops no repeats. */
record ProducerFactory(BrokerLease broker, Target target, WriteSettings settings, String name) {

  /** The routing strategy serves super streams only. */
  Producer open(RoutingStrategy routing, StateListener listener) {
    ProducerBuilder builder = configured().listeners(listener);
    if (target instanceof Target.SuperStream) {
      // The strategy asks for no key.
      builder.superStream(target.name()).routing(null).strategy(routing);
    } else {
      builder.stream(target.name());
    }
    return translated("Nothing can be written to " + target, builder);
  }

  /** The last publishing id that the stream remembers of this name, or 0 if it remembers none. */
  long lastPublishingId(String stream) {
    // Without permission to read the stream the client would answer 0, and the broker drop rows.
    broker.topology().requireReadable(stream);
    String what =
        "The last publishing id of '%s' in '%s' cannot be looked up".formatted(name, stream);
    try (Producer producer = translated(what, broker.producerBuilder().name(name).stream(stream))) {
      return ClientFailure.translated(what, producer::getLastPublishingId);
    }
  }

  private Producer translated(String what, ProducerBuilder builder) {
    try {
      return builder.build();
    } catch (StreamException | IllegalStateException e) {
      throw ClientFailure.translate(what, WriteStage.NOTHING_SENT, e);
    } catch (CompressionException e) {
      throw new RabbitStreamsException(
          ErrorCode.INVALID_OPTIONS,
          "compression=%s cannot be used in this process: %s. Choose another one."
              .formatted(settings.compression().name().toLowerCase(Locale.ROOT), e.getMessage()),
          WriteStage.NOTHING_SENT,
          e);
    } catch (IllegalArgumentException e) {
      // All else that the client refuses in this way was checked before.
      throw new RabbitStreamsException(
          ErrorCode.STREAM_NOT_FOUND,
          what + ": " + e.getMessage() + ". Was it deleted?",
          WriteStage.NOTHING_SENT,
          e);
    }
  }

  /**
   * The writer waits for room itself, so the client's own bounds are wide enough to never count.
   */
  @SuppressWarnings("deprecation")
  private ProducerBuilder configured() {
    ProducerBuilder builder =
        broker
            .producerBuilder()
            .confirmTimeout(settings.confirmTimeout())
            .enqueueTimeout(settings.confirmTimeout())
            .maxUnconfirmedMessages(settings.maxInFlight())
            .retryOnRecovery(settings.retriesOnRecovery())
            .dynamicBatch(settings.dynamicBatch())
            .batchPublishingDelay(batchDelay())
            .batchSize(batchSize())
            .subEntrySize(settings.subEntrySize())
            .name(name);
    if (settings.compression() != CompressionKind.NONE) {
      builder.compression(Compression.valueOf(settings.compression().name()));
    }
    if (settings.hasFilterValues()) {
      builder.filterValue(message -> ((OutgoingMessage) message).filterValue());
    }
    return builder;
  }

  /** The client reserves room for whole batches of entries; more than is in flight never comes. */
  private int batchSize() {
    return Math.max(
        1, Math.min(settings.batchSize(), settings.maxInFlight() / settings.subEntrySize()));
  }

  /** Without a delay the client would keep the last batch; with a long one it would be given up. */
  private Duration batchDelay() {
    long longest = settings.confirmTimeout().toMillis() / 2;
    return Duration.ofMillis(Math.max(1, Math.min(settings.batchDelay().toMillis(), longest)));
  }
}
