package org.sparkrabbit.plan;

import java.io.Serializable;

/** A place in a stream as a user names it. */
public sealed interface Position extends Serializable {
  /** The first message that the stream holds. */
  record Earliest() implements Position {
    @Override
    public String toString() {
      return "earliest";
    }
  }

  /** One past the last message. */
  record Latest() implements Position {
    @Override
    public String toString() {
      return "latest";
    }
  }

  /** This offset. */
  record AtOffset(long offset) implements Position {
    public AtOffset {
      if (offset < 0) {
        throw new IllegalArgumentException("An offset is never negative: " + offset);
      }
    }

    @Override
    public String toString() {
      return "offset " + offset;
    }
  }

  /** The first message of the first chunk at or after this time. */
  record AtTime(Moment moment) implements Position {
    @Override
    public String toString() {
      return moment.toString();
    }
  }
}
