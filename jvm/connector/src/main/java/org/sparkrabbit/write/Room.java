package org.sparkrabbit.write;

import org.sparkrabbit.broker.OutgoingMessage;

/** How many messages, and how many bytes of them, may be unconfirmed at a time. */
final class Room {
  /** The client asks for frames of this size, and no broker gives it larger ones. */
  static final int FRAME = 1024 * 1024;

  private static final long MOST_BYTES = 32L * 1024 * 1024;
  private static final int LENGTH_PREFIX = 4;
  private static final int FRAME_HEAD = 64;

  private final long mostMessages;
  private final int subEntrySize;
  private long largest;

  Room(int mostMessages, int subEntrySize) {
    this.mostMessages = mostMessages;
    this.subEntrySize = subEntrySize;
  }

  static long bytesOf(OutgoingMessage message) {
    return LENGTH_PREFIX + message.getSize();
  }

  void see(OutgoingMessage message) {
    largest = Math.max(largest, bytesOf(message));
  }

  boolean fits(long messages, long bytes) {
    return messages <= mostMessages && bytes <= mostBytes();
  }

  /** Somewhat emptier, so that a writer that had to wait goes on with more than one message. */
  boolean fitsWell(long messages, long bytes) {
    return messages <= mostMessages - mostMessages / 4 && bytes <= mostBytes() - mostBytes() / 4;
  }

  /**
   * An entry of several messages must fit into a frame, and the client fills it by number only. It
   * never holds more than what is unconfirmed, so that must fit, too.
   */
  private long mostBytes() {
    boolean entryFits = subEntrySize == 1 || subEntrySize * largest <= FRAME - FRAME_HEAD;
    return entryFits ? MOST_BYTES : FRAME - FRAME_HEAD;
  }
}
