package org.sparkrabbit.broker;

import com.rabbitmq.stream.Constants;
import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.Producer;
import com.rabbitmq.stream.StreamException;
import java.util.ArrayList;
import java.util.List;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.ConnectionSettings;
import org.sparkrabbit.options.Target;

/** Which streams a target consists of. */
public final class Topology {
  private final Environment environment;
  private final ConnectionSettings settings;

  Topology(Environment environment, ConnectionSettings settings) {
    this.environment = environment;
    this.settings = settings;
  }

  /** The streams behind a target, all of which exist. */
  public List<String> streamsOf(Target target) {
    if (target instanceof Target.SuperStream) {
      return partitionsOf(target.name());
    }
    requireStream(target.name());
    return List.of(target.name());
  }

  private void requireStream(String stream) {
    boolean exists;
    try {
      exists = environment.streamExists(stream);
    } catch (StreamException e) {
      throw refused("stream '" + stream + "'", e);
    }
    if (!exists) {
      throw new RabbitStreamsException(
          ErrorCode.STREAM_NOT_FOUND,
          ("There is no stream '%s' in the virtual host '%s' at %s. Check the options stream and"
                  + " vhost, or create the stream first (rabbitmq-streams, or a queue declared with"
                  + " x-queue-type=stream). For a super stream use the option superstream.")
              .formatted(stream, settings.virtualHost(), settings.describeEndpoints()));
    }
  }

  /**
   * The client tells partitions to routing strategies only, and refuses to build a producer for a
   * super stream without partitions. So a strategy takes them down, and routes the message nowhere.
   */
  private List<String> partitionsOf(String superStream) {
    List<String> partitions = new ArrayList<>();
    try (Producer producer =
        environment
            .producerBuilder()
            .superStream(superStream)
            .routing(message -> "")
            .strategy(
                (message, metadata) -> {
                  partitions.addAll(metadata.partitions());
                  return List.of();
                })
            .producerBuilder()
            .build()) {
      producer.send(new OutgoingMessage(new byte[0], ""), status -> {});
    } catch (IllegalArgumentException e) {
      throw new RabbitStreamsException(
          ErrorCode.STREAM_NOT_FOUND,
          ("There is no super stream '%s' in the virtual host '%s' at %s, or it has no partition."
                  + " Check the options superstream and vhost, or create it first (rabbitmq-streams"
                  + " add_super_stream). For a plain stream use the option stream.")
              .formatted(superStream, settings.virtualHost(), settings.describeEndpoints()),
          e);
    } catch (StreamException e) {
      throw refused("super stream '" + superStream + "'", e);
    }
    return List.copyOf(partitions);
  }

  private RabbitStreamsException refused(String what, StreamException cause) {
    if (cause.getCode() == Constants.RESPONSE_CODE_ACCESS_REFUSED) {
      return new RabbitStreamsException(
          ErrorCode.ACCESS_REFUSED,
          "User '%s' may not look up the %s. Grant it read permission (rabbitmqctl set_permissions)."
              .formatted(settings.username(), what),
          cause);
    }
    return new RabbitStreamsException(
        ErrorCode.BROKER_REFUSED,
        "The broker could not look up the %s: %s. Check the broker's log, then try again."
            .formatted(what, cause.getMessage()),
        cause);
  }
}
