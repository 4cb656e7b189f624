package org.sparkrabbit.broker;

import org.sparkrabbit.errors.RabbitStreamsException;

/** Takes what a subscription delivers, on a thread of the connection: it must not wait. */
public interface ChunkSink {
  void chunk(ChunkFrame chunk);

  /** Of several subscriptions of one name, this one has become the active one, or no more is it. */
  default void active(boolean isActive) {}

  /** The subscription is over; nothing follows. */
  void ended(RabbitStreamsException why);
}
