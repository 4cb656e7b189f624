package org.sparkrabbit.broker;

import com.rabbitmq.stream.Constants;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.CreationSettings;
import org.sparkrabbit.options.Target;

/** Creates streams where they are missing. What exists stays as it is, whatever is asked for. */
public final class Creation {
  private static final Logger LOG = LoggerFactory.getLogger(Creation.class);

  private final Nodes nodes;
  private final BrokerVersion version;
  private final Comparison comparison;

  Creation(Nodes nodes, BrokerVersion version, Comparison comparison) {
    this.nodes = nodes;
    this.version = version;
    this.comparison = comparison;
  }

  /** Returns when the target exists. If that is not as it was asked for, the log tells it. */
  public void ensure(Target target, CreationSettings wanted) {
    if (wanted.filterSize() != null) {
      version.requireFilters("filterSize");
    }
    StreamArguments arguments = StreamArguments.of(wanted);
    Attempts.USUAL.at(
        () -> {
          if (target instanceof Target.SuperStream) {
            ensureSuperStream(SuperStreamShape.of(target.name(), wanted), arguments);
          } else if (target instanceof Target.Stream) {
            ensureStream(target.name(), arguments);
          }
          return true;
        });
  }

  private void ensureStream(String stream, StreamArguments arguments) {
    if (obstacle(stream).isPresent()) {
      NodeConnection node = nodes.locator();
      short answer = node.create(stream, arguments.all());
      if (answer == Constants.RESPONSE_CODE_OK) {
        LOG.info("Created stream={} with {}", stream, arguments);
        return;
      }
      if (answer != Constants.RESPONSE_CODE_STREAM_ALREADY_EXISTS
          && obstacle(stream).filter(ErrorCode.STREAM_NOT_FOUND::equals).isPresent()) {
        throw CreationRefusal.ofStream(answer, node.node(), stream, arguments);
      }
    }
    comparison.ofStream(stream, arguments);
  }

  /** Why the stream cannot be looked up: it is missing, or not for this user to see. */
  private Optional<ErrorCode> obstacle(String stream) {
    try {
      nodes.requireStream(stream);
      return Optional.empty();
    } catch (RabbitStreamsException e) {
      if (e.code() != ErrorCode.STREAM_NOT_FOUND && e.code() != ErrorCode.ACCESS_REFUSED) {
        throw e;
      }
      return Optional.of(e.code());
    }
  }

  private void ensureSuperStream(SuperStreamShape shape, StreamArguments arguments) {
    List<String> there = shape.partitionsAt(nodes.locator());
    if (shape.hasOnlyBegun(there) && !comparison.knows(shape, there, arguments)) {
      SuperStreamCreation creation = new SuperStreamCreation(nodes, version, shape, arguments);
      there = creation.complete();
      if (creation.isOurs()) {
        LOG.info("Created superstream={} with {}", shape.name(), shape.with(arguments));
        return;
      }
    }
    comparison.ofSuperStream(shape, there, arguments);
  }
}
