package org.sparkrabbit.extension;

/** A message that is about to be written. */
public interface SentMessage extends Message {
  /** Null if the row has none. */
  String routingKey();
}
