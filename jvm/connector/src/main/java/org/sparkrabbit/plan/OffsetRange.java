package org.sparkrabbit.plan;

import java.io.Serializable;

/** The offsets of one stream from {@code from}, inclusive, to {@code until}, exclusive. */
public record OffsetRange(String stream, long from, long until) implements Serializable {
  public OffsetRange {
    if (from < 0 || from > until) {
      throw new IllegalArgumentException(
          "Range of %s runs backwards: %d to %d".formatted(stream, from, until));
    }
  }

  public long length() {
    return until - from;
  }

  public boolean isEmpty() {
    return from == until;
  }

  @Override
  public String toString() {
    return "stream=" + stream + " from=" + from + " until=" + until;
  }
}
