package org.sparkrabbit.read;

import org.sparkrabbit.broker.ChunkHead;

/**
 * Whether a stream is still the one that was read before a delivery ended: another one of its name
 * has other chunks at the same offsets. So the next delivery begins with the chunk that was read
 * last, which must come again as it was, unless retention has removed it.
 */
final class SameStream {
  private ChunkHead last;
  private ChunkHead expected;
  private boolean isReplaced;

  /** A chunk was read. */
  void done(ChunkHead chunk) {
    last = chunk;
  }

  /** Where a delivery begins that goes on at an offset. */
  long resumeAt(long next) {
    expected = last;
    return last == null ? next : last.firstOffset();
  }

  /** Whether a chunk may be read. */
  boolean admits(ChunkHead chunk) {
    if (expected != null) {
      isReplaced |= chunk.firstOffset() <= expected.firstOffset() && !chunk.equals(expected);
      expected = null;
    }
    return !isReplaced;
  }

  boolean isReplaced() {
    return isReplaced;
  }
}
