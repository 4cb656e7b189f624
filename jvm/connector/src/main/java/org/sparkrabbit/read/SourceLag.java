package org.sparkrabbit.read;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.broker.ChunkHead;
import org.sparkrabbit.broker.StreamBounds;
import org.sparkrabbit.broker.Tail;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.metrics.LagMetrics;
import org.sparkrabbit.plan.StreamOffsets;

/** How far a query is behind what its streams hold. */
record SourceLag(StreamBounds bounds) {
  private static final Logger LOG = LoggerFactory.getLogger(SourceLag.class);

  Map<String, String> metrics(StreamOffsets consumed, SortedMap<String, Tail> tails) {
    SortedMap<String, Long> behind = new TreeMap<>();
    tails.forEach(
        (stream, tail) -> {
          long end = tail.extent().end();
          behind.put(stream, Math.max(0, end - next(consumed, tail)));
        });
    return LagMetrics.values(behind.values(), millisBehind(consumed, tails, behind));
  }

  /** A stream that the query has not come upon yet is read from its first offset. */
  private static long next(StreamOffsets consumed, Tail tail) {
    return consumed.next().getOrDefault(tail.extent().stream(), tail.extent().first());
  }

  /** In the stream where it is longest; nothing where the broker does not tell. */
  private Long millisBehind(
      StreamOffsets consumed, SortedMap<String, Tail> tails, SortedMap<String, Long> behind) {
    SortedMap<String, Long> lagging = new TreeMap<>(behind);
    lagging.values().removeIf(offsets -> offsets == 0);
    try {
      Map<String, ChunkHead> read =
          bounds.chunksAt(
              lagging.keySet(), stream -> Math.max(0, next(consumed, tails.get(stream)) - 1));
      long longest = 0;
      for (Map.Entry<String, ChunkHead> chunk : read.entrySet()) {
        long latest = tails.get(chunk.getKey()).timestamp();
        longest = Math.max(longest, latest - chunk.getValue().timestamp());
      }
      return longest;
    } catch (RabbitStreamsException e) {
      LOG.debug("The lag is unknown", e);
      return null;
    }
  }
}
