package org.sparkrabbit.write;

import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.RoutingStrategy;
import com.rabbitmq.stream.StreamException;
import java.util.HashSet;
import java.util.List;
import java.util.function.BiConsumer;
import org.sparkrabbit.broker.ClientFailure;
import org.sparkrabbit.broker.OutgoingMessage;
import org.sparkrabbit.broker.UsualHash;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.extension.HashFunction;
import org.sparkrabbit.extension.Partitioner;
import org.sparkrabbit.extension.Routes;
import org.sparkrabbit.options.RoutingKind;
import org.sparkrabbit.rows.SinkRow;

/**
 * Chooses the partitions of the current row. The client asks on the writer's thread, sends a copy
 * to each partition, and confirms each copy; whoever counts is told before the first is sent.
 */
final class Routing implements RoutingStrategy {
  private final RoutingKind kind;
  private final WriteExtensions extensions;
  private final HashFunction usualHash = new UsualHash();
  private final SinkRow row;
  private final Progress progress;
  private final BiConsumer<OutgoingMessage, List<String>> whenRouted;
  private Routes routes;

  Routing(
      RoutingKind kind,
      WriteExtensions extensions,
      SinkRow row,
      Progress progress,
      BiConsumer<OutgoingMessage, List<String>> whenRouted) {
    this.kind = kind;
    this.extensions = extensions;
    this.row = row;
    this.progress = progress;
    this.whenRouted = whenRouted;
  }

  @Override
  public List<String> route(Message message, Metadata metadata) {
    if (routes == null) {
      routes = new KnownRoutes(metadata);
    }
    List<String> targets =
        switch (kind) {
          case HASH -> List.of(byHash(routingKey(), metadata.partitions()));
          case KEY -> byKey(routingKey());
          case CUSTOM -> byPartitioner(extensions.partitioner());
        };
    whenRouted.accept((OutgoingMessage) message, targets);
    return targets;
  }

  private String routingKey() {
    String key = row.routingKey();
    if (key == null) {
      throw progress.invalidRow(
          "routing_key is null, and decides the partition of a super stream; filter such rows"
              + " out, or give them a key",
          null);
    }
    return key;
  }

  /** All clients count a partition once for each key that it is bound with, and so must we. */
  private String byHash(String key, List<String> partitions) {
    UserCode<HashFunction> given = extensions.hashFunction();
    int hash = given == null ? usualHash.hash(key) : given.ask(function -> function.hash(key));
    return partitions.get(Integer.remainderUnsigned(hash, partitions.size()));
  }

  private List<String> byKey(String key) {
    List<String> targets = routes.boundTo(key);
    if (targets.isEmpty()) {
      throw progress.failure(
          ErrorCode.NO_ROUTE,
          ("%s has the routing_key '%s', with which no partition of the super stream is bound. Bind"
                  + " one with this key, filter such rows out, or route by routingStrategy=hash.")
              .formatted(progress.row(), key),
          null);
    }
    return targets;
  }

  private List<String> byPartitioner(UserCode<Partitioner> partitioner) {
    List<String> targets = partitioner.ask(code -> code.partitions(row, routes));
    if (targets == null || targets.isEmpty()) {
      throw partitioner.refuse("it gave no partition");
    }
    for (String target : targets) {
      if (!routes.partitions().contains(target)) {
        throw partitioner.refuse(
            "it gave '%s', which is none of the partitions %s"
                .formatted(target, routes.partitions()));
      }
    }
    if (new HashSet<>(targets).size() < targets.size()) {
      throw partitioner.refuse("it gave a partition twice: " + targets);
    }
    return List.copyOf(targets);
  }

  /** The partitions are those of when the writer was opened, and so are their bindings. */
  private final class KnownRoutes implements Routes {
    private final Metadata metadata;
    private final List<String> partitions;

    KnownRoutes(Metadata metadata) {
      this.metadata = metadata;
      this.partitions = metadata.partitions().stream().distinct().toList();
    }

    @Override
    public List<String> partitions() {
      return partitions;
    }

    @Override
    public List<String> boundTo(String routingKey) {
      try {
        return metadata.route(routingKey).stream().distinct().toList();
      } catch (StreamException | IllegalStateException e) {
        throw ClientFailure.translate(
            "The routes of the key '" + routingKey + "' cannot be looked up", progress.stage(), e);
      }
    }
  }
}
