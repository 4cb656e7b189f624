package org.sparkrabbit.write;

import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.sparkrabbit.errors.ErrorCode;

/**
 * For a task of a batch that Spark did not hand out as it was asked to. It does so with a batch
 * without rows; a row there would not come to the same writer again.
 */
record Unarranged(int writers, Progress progress) implements Numbering {
  @Override
  public void begin(InternalRow row) {
    throw progress.failure(
        ErrorCode.INTERNAL_FAILURE,
        "Spark did not hand out the rows of the batch to %d writers. Please report this."
            .formatted(writers),
        null);
  }

  @Override
  public long next(List<String> targets) {
    throw new IllegalStateException("There is no row");
  }

  @Override
  public boolean isRepetition(String target, long id) {
    return false;
  }
}
