package org.sparkrabbit.write;

import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;

/** Gives rows the ids by which a stream knows what it has of a named producer already. */
interface Numbering {
  /** Takes each row of the task, before anything else is done with it. */
  default void begin(InternalRow row) {}

  /** The id of the current row: above all that were given before, and above 0. */
  long next(List<String> targets);

  /**
   * Whether the target had the row of this id when the task came upon it. The row is sent all the
   * same: what a leader remembers may be lost with it, while a repetition is confirmed only when
   * what it repeats is replicated.
   */
  boolean isRepetition(String target, long id);

  /** All rows of the task were taken. */
  default void end() {}
}
