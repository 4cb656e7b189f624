package org.sparkrabbit.write;

/**
 * A publishing id that tells where its row stands: in which epoch of the query, under which layout,
 * and at which position among the rows of its writer. Ids grow with the epoch, and with the
 * position in it. The id 0, which no row has, reads as the epoch before the first.
 */
record EpochId(long epoch, int layout, long position) {
  static final int LAYOUTS = 1 << 6;
  static final long MOST_POSITIONS = 1L << 27;
  static final long MOST_EPOCHS = (1L << 30) - 1;

  EpochId {
    boolean isFit =
        epoch >= -1
            && epoch < MOST_EPOCHS
            && layout >= 0
            && layout < LAYOUTS
            && position >= 0
            && position < MOST_POSITIONS;
    if (!isFit) {
      throw new IllegalArgumentException(
          "No id for row %d of epoch %d, layout %d".formatted(position, epoch, layout));
    }
  }

  static EpochId of(long id) {
    long place = id / MOST_POSITIONS;
    return new EpochId(place / LAYOUTS - 1, (int) (place % LAYOUTS), id % MOST_POSITIONS);
  }

  long id() {
    return ((epoch + 1) * LAYOUTS + layout) * MOST_POSITIONS + position;
  }
}
