package org.sparkrabbit.extension;

import java.time.Instant;

/** A message that was read, and where it was. */
public interface ReceivedMessage extends Message {
  String stream();

  long offset();

  Instant chunkTimestamp();
}
