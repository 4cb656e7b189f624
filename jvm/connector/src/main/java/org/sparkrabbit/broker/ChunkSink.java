package org.sparkrabbit.broker;

import org.sparkrabbit.errors.RabbitStreamsException;

/** Takes what a subscription delivers, on a thread of the connection: it must not wait. */
public interface ChunkSink {
  /**
   * A chunk begins to arrive. Gives an array with room for its messages, or null where they are not
   * wanted.
   */
  byte[] begin(ChunkHead chunk);

  /** All messages of the chunk that has begun to arrive are in the array. */
  void complete(ChunkHead chunk);

  /** Of several subscriptions of one name, this one has become the active one, or no more is it. */
  default void active(boolean isActive) {}

  /** The subscription is over; nothing follows. */
  void ended(RabbitStreamsException why);
}
