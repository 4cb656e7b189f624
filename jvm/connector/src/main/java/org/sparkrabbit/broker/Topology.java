package org.sparkrabbit.broker;

import java.util.List;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Access;
import org.sparkrabbit.options.Target;

/** Which streams a target consists of. */
public final class Topology {
  private final Nodes nodes;
  private final Access access;

  Topology(Nodes nodes, Access access) {
    this.nodes = nodes;
    this.access = access;
  }

  /** The streams behind a target, which exists. */
  public List<String> streamsOf(Target target) {
    return bindingsOf(target).stream().distinct().toList();
  }

  /**
   * The same, where a partition stands once for each key that it is bound with: so all RabbitMQ
   * clients number the partitions of a super stream.
   */
  public List<String> bindingsOf(Target target) {
    if (target instanceof Target.SuperStream) {
      return partitionsOf(target.name());
    }
    requireStream(target.name());
    return List.of(target.name());
  }

  /**
   * Tells a missing target once and early, if it is known before the rows are. Whoever may write
   * but not read cannot look it up; then the producers find out.
   */
  public void requireWritable(Target target) {
    if (target instanceof Target.EachRow) {
      return;
    }
    try {
      streamsOf(target);
    } catch (RabbitStreamsException e) {
      if (e.code() != ErrorCode.ACCESS_REFUSED) {
        throw e;
      }
    }
  }

  private void requireStream(String stream) {
    try {
      nodes.requireStream(stream);
    } catch (RabbitStreamsException e) {
      throw e.code() == ErrorCode.STREAM_NOT_FOUND ? missingStream(stream, e) : e;
    }
  }

  private List<String> partitionsOf(String superStream) {
    List<String> partitions = Attempts.USUAL.at(() -> nodes.locator().partitions(superStream));
    if (partitions.isEmpty()) {
      throw missingSuperStream(superStream);
    }
    return partitions;
  }

  private RabbitStreamsException missingStream(String stream, RabbitStreamsException cause) {
    return new RabbitStreamsException(
        ErrorCode.STREAM_NOT_FOUND,
        ("There is no stream '%s' in the virtual host '%s' at %s. Check the options stream and"
                + " vhost, or create it first, as a durable queue with the argument"
                + " x-queue-type=stream; a write with createStream=true does so. For a super stream"
                + " use the option superstream.")
            .formatted(stream, access.virtualHost(), access.describeEndpoints()),
        cause);
  }

  private RabbitStreamsException missingSuperStream(String superStream) {
    return new RabbitStreamsException(
        ErrorCode.STREAM_NOT_FOUND,
        ("There is no super stream '%s' in the virtual host '%s' at %s, or it has no partition."
                + " Check the options superstream and vhost, or create it first (rabbitmq-streams"
                + " add_super_stream); a write with createStream=true does so. For a plain stream use"
                + " the option stream.")
            .formatted(superStream, access.virtualHost(), access.describeEndpoints()));
  }
}
