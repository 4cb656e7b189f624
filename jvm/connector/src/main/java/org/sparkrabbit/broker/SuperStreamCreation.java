package org.sparkrabbit.broker;

import com.rabbitmq.stream.Constants;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

/**
 * Brings about that a super stream is there with all of its partitions: creates it, or waits for
 * whoever else does.
 *
 * <p>A broker makes the exchange, then the partitions, then the bindings. Of two that begin in the
 * same moment it refuses the second, and takes the exchange away again, which is that of the first
 * as well: then nobody succeeds, or what is left are partitions that belong to nothing. So whoever
 * creates one puts up a sign for as long as that takes, a stream with the super stream's own name,
 * which a broker creates for one only.
 */
final class SuperStreamCreation {
  private static final Logger LOG = LoggerFactory.getLogger(SuperStreamCreation.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int MOST_ROUNDS = 12;

  private final Nodes nodes;
  private final BrokerVersion version;
  private final SuperStreamShape shape;
  private final StreamArguments arguments;
  private boolean isOurs;

  SuperStreamCreation(
      Nodes nodes, BrokerVersion version, SuperStreamShape shape, StreamArguments arguments) {
    this.nodes = nodes;
    this.version = version;
    this.shape = shape;
    this.arguments = arguments;
  }

  /** Whether nobody else created it. */
  boolean isOurs() {
    return isOurs;
  }

  /** What is there once it is complete, or once nothing has come or gone for a while. */
  List<String> complete() {
    Set<String> before = existing();
    for (int round = 1; ; round++) {
      try {
        return Attempts.within(PATIENCE).at(this::attempt);
      } catch (RabbitStreamsException e) {
        if (e.code() != ErrorCode.BROKER_REFUSED) {
          throw e;
        }
        Set<String> now = existing();
        if (now.equals(before) || round == MOST_ROUNDS) {
          return incomplete();
        }
        before = now;
      }
    }
  }

  private List<String> attempt() {
    NodeConnection node = nodes.locator();
    List<String> there = shape.partitionsAt(node);
    if (there.isEmpty()) {
      version.requireCreationOfSuperStreams(shape.name());
      there = createAlone(node);
    }
    if (shape.hasOnlyBegun(there)) {
      throw new RabbitStreamsException(
          ErrorCode.BROKER_REFUSED,
          "The super stream '%s' has %d of %d partitions"
              .formatted(shape.name(), there.size(), shape.keys().size()));
    }
    return there;
  }

  /** A sign may also stay away because the user, or the broker, allows none. */
  private List<String> createAlone(NodeConnection node) {
    short answer = node.create(shape.name(), StreamArguments.usual().all());
    if (answer == Constants.RESPONSE_CODE_STREAM_ALREADY_EXISTS) {
      return List.of();
    }
    try {
      return create(node);
    } finally {
      if (answer == Constants.RESPONSE_CODE_OK) {
        takeDown();
      }
    }
  }

  /** Also where the creation was interrupted, or has cost its connection. */
  private void takeDown() {
    boolean interrupted = Thread.interrupted();
    try {
      Attempts.within(PATIENCE).at(() -> requireGone(nodes.locator()));
      return;
    } catch (RabbitStreamsException e) {
      LOG.debug("The sign stays", e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    LOG.warn(
        "stream={} is left, which was made only while the super stream of that name was created:"
            + " the broker did not delete it. It holds nothing; delete it (rabbitmqctl delete_queue"
            + " {}).",
        shape.name(),
        shape.name());
  }

  /** An attempt before this one may have lost its answer only. */
  private boolean requireGone(NodeConnection node) {
    short answer = node.delete(shape.name());
    if (answer != Constants.RESPONSE_CODE_OK
        && answer != Constants.RESPONSE_CODE_STREAM_DOES_NOT_EXIST) {
      throw StreamRefusal.of(answer, node.node(), "delete the stream", shape.name());
    }
    return true;
  }

  private List<String> create(NodeConnection node) {
    short answer = node.createSuperStream(shape, arguments.all());
    isOurs = answer == Constants.RESPONSE_CODE_OK;
    if (!isOurs && answer != Constants.RESPONSE_CODE_STREAM_ALREADY_EXISTS) {
      throw CreationRefusal.ofSuperStream(answer, node.node(), shape, arguments);
    }
    return shape.partitionsAt(node);
  }

  /** Nobody is at work, whatever sign there is. */
  private List<String> incomplete() {
    NodeConnection node = nodes.locator();
    List<String> there = shape.partitionsAt(node);
    if (there.isEmpty()) {
      there = create(node);
    }
    if (there.isEmpty()) {
      short answer = Constants.RESPONSE_CODE_STREAM_ALREADY_EXISTS;
      throw CreationRefusal.ofSuperStream(answer, node.node(), shape, arguments);
    }
    return there;
  }

  /** The sign, and the partitions, bound or not: somebody at work adds to them. */
  private Set<String> existing() {
    List<String> streams =
        Stream.concat(Stream.of(shape.name()), shape.partitions().stream()).toList();
    return nodes.locator().metadata(streams).entrySet().stream()
        .filter(told -> told.getValue().isResponseOk())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }
}
