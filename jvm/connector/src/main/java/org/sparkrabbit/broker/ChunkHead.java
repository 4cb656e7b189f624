package org.sparkrabbit.broker;

/** What is known of a chunk without looking at its messages; {@code bytes} is their size. */
public record ChunkHead(long firstOffset, long messages, long timestamp, long bytes) {
  static ChunkHead of(ChunkFrame chunk) {
    return new ChunkHead(
        chunk.firstOffset(), chunk.messages(), chunk.timestamp(), chunk.entries().readableBytes());
  }

  long end() {
    return firstOffset + messages;
  }
}
