package org.sparkrabbit.broker;

import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

/** The offsets that brokers keep for consumers: the last one that each has processed. */
public final class StoredOffsets {
  private final Nodes nodes;

  StoredOffsets(Nodes nodes) {
    this.nodes = nodes;
  }

  /** What is stored under the name; streams for which nothing is stored are left out. */
  public SortedMap<String, Long> of(String name, List<String> streams) {
    List<OptionalLong> answers =
        Concurrently.each(streams, stream -> Attempts.USUAL.at(() -> storedOffset(name, stream)));
    SortedMap<String, Long> stored = new TreeMap<>();
    for (int index = 0; index < streams.size(); index++) {
      if (answers.get(index).isPresent()) {
        stored.put(streams.get(index), answers.get(index).getAsLong());
      }
    }
    return stored;
  }

  /** A stream that is gone has taken with it what was stored. */
  private OptionalLong storedOffset(String name, String stream) {
    try {
      return nodes.locator().storedOffset(name, stream);
    } catch (RabbitStreamsException e) {
      if (e.code() != ErrorCode.STREAM_NOT_FOUND) {
        throw e;
      }
      return OptionalLong.empty();
    }
  }

  /**
   * Asks the broker to keep these offsets. It gives no answer, and so nothing is known of the
   * outcome.
   */
  public void store(String name, SortedMap<String, Long> offsets) {
    NodeConnection any = nodes.locator();
    offsets.forEach((stream, offset) -> any.storeOffset(name, stream, offset));
  }
}
