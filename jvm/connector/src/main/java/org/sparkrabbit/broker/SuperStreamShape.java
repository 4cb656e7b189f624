package org.sparkrabbit.broker;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sparkrabbit.options.CreationSettings;

/** The partitions that a super stream is to have, one for each key, in this order. */
record SuperStreamShape(String name, boolean isByKeys, List<String> keys) {
  private static final int MOST_NAMES = 10;

  static SuperStreamShape of(String name, CreationSettings wanted) {
    return new SuperStreamShape(name, wanted.namesKeys(), wanted.keys());
  }

  /** Named as all of RabbitMQ's tools do. */
  List<String> partitions() {
    return keys.stream().map(key -> name + "-" + key).toList();
  }

  /** The broker names a partition once for each key that it is bound with. */
  List<String> partitionsAt(NodeConnection node) {
    return node.partitions(name).stream().distinct().toList();
  }

  /** A broker binds one partition after the other, and somebody may be watching. */
  boolean hasOnlyBegun(List<String> there) {
    return there.size() < keys.size() && partitions().subList(0, there.size()).equals(there);
  }

  /** What is there in words, if it is something else. */
  Optional<String> deviation(List<String> there, NodeConnection node) {
    if (!isByKeys && partitions().equals(there)) {
      return Optional.empty();
    }
    String partitions = "partitions=" + there.size() + " (" + listed(there) + ")";
    List<List<String>> routes = keys.stream().map(key -> node.route(key, name)).toList();
    if (routes.equals(there.stream().map(List::of).toList())) {
      return Optional.empty();
    }
    List<String> unbound = keys.stream().filter(key -> node.route(key, name).isEmpty()).toList();
    return Optional.of(
        partitions + (unbound.isEmpty() ? "" : ", none for the keys " + listed(unbound)));
  }

  /** In words, together with the arguments of the partitions. */
  String with(StreamArguments arguments) {
    return arguments.wishes().isEmpty() ? toString() : this + ", " + arguments;
  }

  private static String listed(List<String> names) {
    return names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
        + (names.size() > MOST_NAMES ? ", …" : "");
  }

  @Override
  public String toString() {
    return isByKeys ? "bindingKeys=" + String.join(",", keys) : "partitions=" + keys.size();
  }
}
