package org.sparkrabbit.broker;

import java.util.Map;

/**
 * What a broker counts of a stream: where its first chunk begins, and one past the last offset that
 * it knows to be taken. Neither says anything of messages. A broker that has just begun may hold
 * chunks, and not know yet of any that it is confirmed.
 */
record Statistics(long first, long covered, boolean isUnconfirmed) {
  private static final long NONE = -1;

  static Statistics of(NodeConnection connection, String stream) {
    return of(connection.statistics(stream));
  }

  static Statistics of(Map<String, Long> counted) {
    long chunk = counted.getOrDefault("committed_chunk_id", NONE);
    // Brokers before 4.3 do not tell the last offset.
    long offset = counted.getOrDefault("committed_offset", chunk);
    long first = counted.getOrDefault("first_chunk_id", NONE);
    long covered = Math.max(chunk, offset) + 1;
    return new Statistics(Math.max(0, first), covered, covered == 0 && first != NONE);
  }

  boolean isEmpty() {
    return covered == 0;
  }
}
