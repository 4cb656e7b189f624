package org.sparkrabbit.read;

import java.util.OptionalLong;
import java.util.TreeMap;
import org.sparkrabbit.plan.StreamOffsets;

/**
 * Where a streaming query has begun, for all its restarts: an offset of each stream, and, where the
 * options gave one, the time from which on messages are read, in epoch milliseconds.
 *
 * @param times by stream; that of {@link #LATER_STREAMS} holds for streams that come later
 */
record StartOfQuery(StreamOffsets offsets, StreamOffsets times) {
  /** No stream has this name. */
  static final String LATER_STREAMS = "";

  static final StreamOffsets NO_TIMES = new StreamOffsets(new TreeMap<>());

  /** The time to begin at, of a stream that still stands at its beginning. */
  OptionalLong timeOf(String stream, StreamOffsets reached) {
    Long began = offsets.next().get(stream);
    if (began != null && !began.equals(reached.next().get(stream))) {
      return OptionalLong.empty();
    }
    Long time = times.next().get(began == null ? LATER_STREAMS : stream);
    return time == null ? OptionalLong.empty() : OptionalLong.of(time);
  }
}
