package org.sparkrabbit.read;

import java.util.List;
import org.sparkrabbit.errors.InvalidOptionsException;
import org.sparkrabbit.options.ReadSettings;
import org.sparkrabbit.plan.OffsetRange;
import org.sparkrabbit.plan.Splitting;

/** Cuts ranges as the options say. */
final class PlannedSplits {
  private PlannedSplits() {}

  static List<OffsetRange> of(List<OffsetRange> ranges, ReadSettings settings) {
    try {
      return Splitting.split(ranges, settings.minPartitions(), settings.maxRecordsPerPartition());
    } catch (IllegalArgumentException e) {
      throw new InvalidOptionsException(List.of(e.getMessage()));
    }
  }
}
