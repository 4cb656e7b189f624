package org.sparkrabbit.broker;

import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** The offsets that brokers keep for consumers: the last one that each has processed. */
public final class StoredOffsets {
  private final Nodes nodes;

  StoredOffsets(Nodes nodes) {
    this.nodes = nodes;
  }

  /** What is stored under the name; streams for which nothing is stored are left out. */
  public SortedMap<String, Long> of(String name, List<String> streams) {
    List<OptionalLong> answers =
        Concurrently.each(
            streams, stream -> Attempts.USUAL.at(() -> nodes.locator().storedOffset(name, stream)));
    SortedMap<String, Long> stored = new TreeMap<>();
    for (int index = 0; index < streams.size(); index++) {
      if (answers.get(index).isPresent()) {
        stored.put(streams.get(index), answers.get(index).getAsLong());
      }
    }
    return stored;
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
