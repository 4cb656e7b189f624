package org.sparkrabbit.write;

import java.util.List;

/** Gives rows the ids by which a stream knows what it has of a named producer already. */
interface Numbering {
  /** The id of the current row: above all that were given before, and above 0. */
  long next(List<String> targets);

  /** Whether the target has the row of this id already, so that it need not be sent. */
  boolean isRepetition(String target, long id);
}
