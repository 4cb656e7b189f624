package org.sparkrabbit.broker;

import org.sparkrabbit.errors.RabbitStreamsException;

/** Hears what becomes of published entries, on a thread of the connection: it must not wait. */
public interface ConfirmSink {
  void confirmed(long publishingId);

  /** The broker does not take the entry, and tells why by a code of the protocol. */
  void refused(long publishingId, short code);

  /** The publication is over; what was not confirmed by now never will be. */
  void ended(RabbitStreamsException why);
}
