package org.sparkrabbit.write;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.sparkrabbit.broker.Publishing;
import org.sparkrabbit.broker.UsualHash;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.extension.HashFunction;
import org.sparkrabbit.extension.Partitioner;
import org.sparkrabbit.extension.Routes;
import org.sparkrabbit.options.RoutingKind;
import org.sparkrabbit.rows.SinkRow;

/** Chooses the partitions of a super stream that a row goes to. */
final class Routing implements Destinations {
  private final RoutingKind kind;
  private final WriteExtensions extensions;
  private final HashFunction usualHash = new UsualHash();
  private final Progress progress;
  private final KnownRoutes routes;

  /** One list for each partition, and once more for each further key that it is bound with. */
  private final List<List<String>> byNumber;

  Routing(
      RoutingKind kind,
      WriteExtensions extensions,
      List<String> bindings,
      Publishing publishing,
      Progress progress) {
    this.kind = kind;
    this.extensions = extensions;
    this.progress = progress;
    this.byNumber = bindings.stream().map(List::of).toList();
    this.routes = new KnownRoutes(publishing, bindings.stream().distinct().toList());
  }

  @Override
  public List<String> of(SinkRow row) {
    return switch (kind) {
      case HASH -> byHash(routingKey(row));
      case KEY -> byKey(routingKey(row));
      case CUSTOM -> byPartitioner(extensions.partitioner(), row);
    };
  }

  private String routingKey(SinkRow row) {
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
  private List<String> byHash(String key) {
    UserCode<HashFunction> given = extensions.hashFunction();
    int hash = given == null ? usualHash.hash(key) : given.ask(function -> function.hash(key));
    return byNumber.get(Integer.remainderUnsigned(hash, byNumber.size()));
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

  private List<String> byPartitioner(UserCode<Partitioner> partitioner, SinkRow row) {
    List<String> targets = partitioner.ask(code -> code.partitions(row, routes));
    if (targets == null) {
      throw partitioner.refuse("it gave null");
    }
    if (targets.isEmpty()) {
      throw withoutPartition(partitioner, row.routingKey());
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

  private RabbitStreamsException withoutPartition(UserCode<Partitioner> partitioner, String key) {
    return progress.failure(
        ErrorCode.NO_ROUTE,
        ("%s%s goes nowhere: %s, which the option %s names, gave no partition for it. Let it give"
                + " one, or filter such rows out.")
            .formatted(
                progress.row(),
                key == null ? "" : " with the routing_key '" + key + "'",
                partitioner.extension().getClass().getName(),
                partitioner.option()),
        null);
  }

  /** The partitions are those of when the writer was opened, and so are their bindings. */
  private final class KnownRoutes implements Routes {
    private final Publishing publishing;
    private final List<String> partitions;
    private static final int MOST_KEYS = 10_000;

    /** Nothing is bound with a longer one, and the broker takes none. */
    private static final int LONGEST_KEY = 255;

    private final Map<String, List<String>> bound = new HashMap<>();

    KnownRoutes(Publishing publishing, List<String> partitions) {
      this.publishing = publishing;
      this.partitions = partitions;
    }

    @Override
    public List<String> partitions() {
      return partitions;
    }

    @Override
    public List<String> boundTo(String routingKey) {
      if (bound.size() >= MOST_KEYS) {
        bound.clear();
      }
      return bound.computeIfAbsent(routingKey, this::lookedUp);
    }

    private List<String> lookedUp(String routingKey) {
      if (routingKey.getBytes(StandardCharsets.UTF_8).length > LONGEST_KEY) {
        return List.of();
      }
      try {
        return publishing.boundTo(routingKey, progress.target().name()).stream()
            .distinct()
            .toList();
      } catch (RabbitStreamsException e) {
        throw progress.refused("The routes of the key '" + routingKey + "' are not known", e);
      }
    }
  }
}
