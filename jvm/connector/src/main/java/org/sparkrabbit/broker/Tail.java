package org.sparkrabbit.broker;

import org.sparkrabbit.plan.Extent;

/** What a stream holds, and the time of its last chunk of messages; 0 where it holds none. */
public record Tail(Extent extent, long timestamp) {
  static Tail ofEmpty(String stream) {
    return new Tail(new Extent(stream, 0, 0, 0), 0);
  }

  /** A stream without a last chunk holds no message, however far it is taken by something else. */
  static Tail ofNoMessages(String stream, Statistics statistics) {
    long end = Math.min(statistics.first(), statistics.covered());
    return new Tail(new Extent(stream, end, end, statistics.covered()), 0);
  }

  static Tail of(String stream, Statistics statistics, ChunkHead last) {
    long end = last.end();
    Extent extent =
        new Extent(
            stream, Math.min(statistics.first(), end), end, Math.max(end, statistics.covered()));
    return new Tail(extent, last.timestamp());
  }

  /** The same with another beginning, as retention moves it. */
  Tail from(long first) {
    return new Tail(
        new Extent(extent.stream(), Math.min(first, extent.end()), extent.end(), extent.covered()),
        timestamp);
  }
}
