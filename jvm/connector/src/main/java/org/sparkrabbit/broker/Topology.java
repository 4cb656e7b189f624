package org.sparkrabbit.broker;

import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.Producer;
import com.rabbitmq.stream.StreamException;
import java.util.ArrayList;
import java.util.List;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Access;
import org.sparkrabbit.options.Target;

/** Which streams a target consists of. */
public final class Topology {
  private final Environment environment;
  private final Access access;

  Topology(Environment environment, Access access) {
    this.environment = environment;
    this.access = access;
  }

  /** The streams behind a target, which exists. */
  public List<String> streamsOf(Target target) {
    return Attempts.USUAL.at(
        () ->
            target instanceof Target.SuperStream
                ? partitionsOf(target.name())
                : existing(target.name()));
  }

  /**
   * Tells a missing target once and early. Whoever may write but not read cannot look it up; then
   * the producers find out.
   */
  public void requireWritable(Target target) {
    try {
      streamsOf(target);
    } catch (RabbitStreamsException e) {
      if (e.code() != ErrorCode.ACCESS_REFUSED) {
        throw e;
      }
    }
  }

  private List<String> existing(String stream) {
    if (!ClientFailure.translated(
        "The stream '" + stream + "' cannot be looked up",
        () -> environment.streamExists(stream))) {
      throw new RabbitStreamsException(
          ErrorCode.STREAM_NOT_FOUND,
          ("There is no stream '%s' in the virtual host '%s' at %s. Check the options stream and"
                  + " vhost, or create it first, as a durable queue with the argument"
                  + " x-queue-type=stream. For a super stream use the option superstream.")
              .formatted(stream, access.virtualHost(), access.describeEndpoints()));
    }
    return List.of(stream);
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
      producer.send(new OutgoingMessage(new byte[0], null), status -> {});
    } catch (IllegalArgumentException e) {
      throw new RabbitStreamsException(
          ErrorCode.STREAM_NOT_FOUND,
          ("There is no super stream '%s' in the virtual host '%s' at %s, or it has no partition."
                  + " Check the options superstream and vhost, or create it first (rabbitmq-streams"
                  + " add_super_stream). For a plain stream use the option stream.")
              .formatted(superStream, access.virtualHost(), access.describeEndpoints()),
          e);
    } catch (StreamException | IllegalStateException e) {
      throw ClientFailure.translate(
          "The super stream '" + superStream + "' cannot be looked up", e);
    }
    // The broker names a partition once for each key that it is bound with.
    return partitions.stream().distinct().toList();
  }
}
