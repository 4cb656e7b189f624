package org.sparkrabbit.read;

import java.util.function.LongSupplier;

/**
 * The first offset that the delivering broker holds, for the chunks that were taken: what it holds
 * after it has sent a chunk, it also held when it sent it (but for the instant in which retention
 * removes a segment, which the broker tells when it is done). So one answer serves for all chunks
 * that had come when it was asked for. Where the broker filters there is a gap before each chunk,
 * and chunks go on coming while it is asked: on a slow line an answer serves for many.
 */
final class FirstOffset {
  private final Inbox inbox;
  private final LongSupplier broker;
  private long answer;
  private long chunksServed;

  FirstOffset(Inbox inbox, LongSupplier broker) {
    this.inbox = inbox;
    this.broker = broker;
  }

  /** Not below what it was when the broker sent the chunk that was taken last. */
  long sinceLastTaken() {
    if (inbox.taken() > chunksServed) {
      ask();
    }
    return answer;
  }

  /** Asks the broker, whatever it has said before. */
  void ask() {
    long arrived = inbox.arrived();
    answer = broker.getAsLong();
    chunksServed = arrived;
  }
}
