package org.sparkrabbit.broker;

import java.util.Map;

/**
 * What a broker counts of a stream: where its first chunk begins, and one past the last offset that
 * it knows to be taken. Neither says anything of messages.
 */
record Statistics(long first, long covered) {
  private static final long NONE = -1;

  static Statistics of(NodeConnection connection, String stream) {
    return of(connection.statistics(stream));
  }

  static Statistics of(Map<String, Long> counted) {
    long chunk = counted.getOrDefault("committed_chunk_id", NONE);
    // Brokers before 4.3 do not tell the last offset.
    long offset = counted.getOrDefault("committed_offset", chunk);
    return new Statistics(
        Math.max(0, counted.getOrDefault("first_chunk_id", NONE)), Math.max(chunk, offset) + 1);
  }

  boolean isEmpty() {
    return covered == 0;
  }
}
