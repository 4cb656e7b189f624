package org.sparkrabbit.read;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.sparkrabbit.broker.ChunkHead;
import org.sparkrabbit.broker.StreamBounds;

/**
 * How many bytes a message of each stream takes on the wire. The first batch goes by an estimate;
 * each later one by the chunk that it begins with, and by what was learned before.
 */
final class MessageSizes {
  private static final double WEIGHT_OF_LATEST = 0.5;

  private final double estimate;
  private final StreamBounds bounds;
  private final Map<String, Double> learned = new HashMap<>();
  private boolean hasBegun;

  MessageSizes(int estimate, StreamBounds bounds) {
    this.estimate = estimate;
    this.bounds = bounds;
  }

  /** The sizes to plan with, for streams that are read next at these offsets. */
  SortedMap<String, Double> at(Set<String> streams, ToLongFunction<String> offset) {
    if (hasBegun) {
      bounds.chunksAt(streams, offset).forEach(this::learn);
    }
    hasBegun |= !streams.isEmpty();
    SortedMap<String, Double> sizes = new TreeMap<>();
    streams.forEach(stream -> sizes.put(stream, learned.getOrDefault(stream, estimate)));
    return sizes;
  }

  private void learn(String stream, ChunkHead chunk) {
    double size = Math.max(1, (double) chunk.bytes() / Math.max(1, chunk.messages()));
    learned.merge(stream, size, (before, latest) -> before + WEIGHT_OF_LATEST * (latest - before));
  }
}
