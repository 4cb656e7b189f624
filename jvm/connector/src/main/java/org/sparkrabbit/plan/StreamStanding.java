package org.sparkrabbit.plan;

import java.util.OptionalLong;

/**
 * Where a streaming query stands in one stream.
 *
 * @param next the offset that it reads next
 * @param extent what the stream holds
 * @param floor the first offset of the time that the query begins at: empty while nothing has
 *     reached that time, 0 where no time matters
 * @param ceiling one past the last offset that it may read
 * @param vacantUntil offsets from {@code next} up to before this one never were messages
 */
record StreamStanding(
    long next, Extent extent, OptionalLong floor, long ceiling, long vacantUntil) {

  /** Whether the stream ends before what was read of it: it is another one of the same name. */
  boolean isAnew() {
    return next > extent.covered();
  }

  /** How much of it waits to be read. */
  long pending() {
    return floor.isEmpty() ? 0 : Math.max(0, Math.min(extent.end(), ceiling) - base());
  }

  /** Where the reading goes on: behind what retention removed, and at the time to begin at. */
  long base() {
    return Math.max(wanted(), extent.first());
  }

  /** Whether messages were removed that would have been read. */
  boolean hasLost() {
    return floor.isPresent() && !extent.isEmpty() && wanted() < firstLeft();
  }

  Loss loss() {
    return new Loss(extent.stream(), wanted(), firstLeft());
  }

  /** Retention may have passed all that may be read. */
  private long firstLeft() {
    return Math.min(extent.first(), ceiling);
  }

  /**
   * The first offset that is wanted. Where the first chunk that is left has the time, those before
   * it may have had it, too.
   */
  long wanted() {
    long from = Math.max(next, vacantUntil);
    boolean isFloorKnown = floor.orElse(0) > extent.first();
    return isFloorKnown ? Math.max(from, floor.getAsLong()) : from;
  }
}
