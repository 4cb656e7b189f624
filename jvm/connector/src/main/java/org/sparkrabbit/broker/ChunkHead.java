package org.sparkrabbit.broker;

/**
 * What is known of a chunk without its messages, which are {@code bytes} long.
 *
 * @param firstOffset the offset of the first message
 * @param messages how many messages there are
 * @param checksum the CRC-32 of the messages
 */
public record ChunkHead(long firstOffset, long messages, long timestamp, int bytes, long checksum) {

  public long end() {
    return firstOffset + messages;
  }
}
