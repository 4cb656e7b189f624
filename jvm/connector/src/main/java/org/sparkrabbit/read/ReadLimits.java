package org.sparkrabbit.read;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.read.streaming.CompositeReadLimit;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.connector.read.streaming.ReadMaxRows;
import org.apache.spark.sql.connector.read.streaming.ReadMinRows;
import org.sparkrabbit.options.StreamingSettings;
import org.sparkrabbit.plan.TriggerLimits;

/** Limits in the form in which Spark hands them back when it asks for the end of a batch. */
final class ReadLimits {
  /** Spark 3.5 has no limit of bytes. It need not know what a limit means. */
  private record MaxBytes(long bytes) implements ReadLimit {}

  private ReadLimits() {}

  static ReadLimit of(StreamingSettings settings) {
    List<ReadLimit> limits = new ArrayList<>();
    if (settings.minOffsetsPerTrigger() != null) {
      limits.add(
          ReadLimit.minRows(
              settings.minOffsetsPerTrigger(), settings.maxTriggerDelay().toMillis()));
    }
    if (settings.maxRecordsPerTrigger() != null) {
      limits.add(ReadLimit.maxRows(settings.maxRecordsPerTrigger()));
    }
    if (settings.maxBytesPerTrigger() != null) {
      limits.add(new MaxBytes(settings.maxBytesPerTrigger()));
    }
    return switch (limits.size()) {
      case 0 -> ReadLimit.allAvailable();
      case 1 -> limits.get(0);
      default -> ReadLimit.compositeLimit(limits.toArray(ReadLimit[]::new));
    };
  }

  /** A limit of an unknown kind limits nothing. */
  static TriggerLimits understood(ReadLimit limit) {
    if (limit instanceof CompositeReadLimit several) {
      TriggerLimits all = TriggerLimits.NONE;
      for (ReadLimit each : several.getReadLimits()) {
        all = all.and(understood(each));
      }
      return all;
    }
    if (limit instanceof ReadMaxRows rows) {
      return new TriggerLimits(rows.maxRows(), null, null, null);
    }
    if (limit instanceof MaxBytes bytes) {
      return new TriggerLimits(null, bytes.bytes(), null, null);
    }
    if (limit instanceof ReadMinRows rows) {
      return new TriggerLimits(
          null, null, rows.minRows(), Duration.ofMillis(rows.maxTriggerDelayMs()));
    }
    return TriggerLimits.NONE;
  }
}
