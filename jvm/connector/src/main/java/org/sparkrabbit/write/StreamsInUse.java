package org.sparkrabbit.write;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The streams to which a task whose rows name them has a way open: no more than so many. One more
 * takes the place of the one that was used least recently among those without anything unconfirmed,
 * or else among all.
 */
final class StreamsInUse {
  /** Ways to one broker share connections, each of which serves 256. */
  static final int MOST = 200;

  private final int most;

  /** The least recently used first. */
  private final Map<String, Boolean> inUse = new LinkedHashMap<>(16, 0.75f, true);

  StreamsInUse(int most) {
    this.most = most;
  }

  void use(String stream) {
    inUse.put(stream, true);
  }

  boolean isFull() {
    return inUse.size() >= most;
  }

  /** Takes out the one that leaves. What it has unconfirmed must be waited for, if none is idle. */
  String leaving(Predicate<String> isIdle) {
    String leaving =
        inUse.keySet().stream()
            .filter(isIdle)
            .findFirst()
            .orElseGet(() -> inUse.keySet().iterator().next());
    inUse.remove(leaving);
    return leaving;
  }
}
