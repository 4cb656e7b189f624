package org.sparkrabbit.write;

import java.io.Serializable;
import java.util.Collection;
import java.util.function.Consumer;

/**
 * How far the epochs of a query have come, by what streams remember of its writers: the latest
 * epoch that has rows, and the latest one that has rows of another layout; -1 for none.
 */
record Standing(long latest, long latestOfOtherLayout) implements Serializable {
  static final String WAY_OUT =
      "To go on in another way, set another producerName: rows that the batch has written already"
          + " then come once more";

  static Standing of(Collection<Long> lastIds, int layout) {
    long latest = -1;
    long other = -1;
    for (long lastId : lastIds) {
      EpochId last = EpochId.of(lastId);
      latest = Math.max(latest, last.epoch());
      if (last.layout() != layout) {
        other = Math.max(other, last.epoch());
      }
    }
    return new Standing(latest, other);
  }

  /** Tells why an epoch cannot be written where this is the standing. */
  void ifUnfit(long epoch, Consumer<String> whoIsTold) {
    if (latest > epoch) {
      whoIsTold.accept(
          ("there are rows of batch %d under it. The checkpoint is older than the stream, or another"
                  + " query uses the name: give each query a producerName of its own, and a new one"
                  + " with each new checkpoint")
              .formatted(latest));
    }
    if (latestOfOtherLayout == epoch) {
      whoIsTold.accept(
          ("rows of this batch were written under it in another way. Undo what has changed since"
              + " then, at least until the batch is done: deduplicationWriters, orderingColumns,"
              + " the columns of the rows, the routing, or the partitions of the super stream; or"
              + " another query uses the name. "
              + WAY_OUT));
    }
  }
}
