package org.sparkrabbit.broker;

import org.sparkrabbit.errors.RabbitStreamsException;

/** Takes what a subscription delivers, on a thread of the connection: it must not wait. */
public interface ChunkSink {
  void chunk(ChunkFrame chunk);

  /** The subscription is over; nothing follows. */
  void ended(RabbitStreamsException why);
}
