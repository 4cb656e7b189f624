package org.sparkrabbit.read;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.sparkrabbit.plan.OffsetRange;

/** How much a read gives at most, as far as that can be told before it. */
record Estimate(OptionalLong sizeInBytes, OptionalLong numRows) implements Statistics {
  static final Estimate UNKNOWN = new Estimate(OptionalLong.empty(), OptionalLong.empty());

  /**
   * Spark copies to all executors what it takes for small, and nobody knows how large bodies are;
   * so they count as larger than most are.
   */
  private static final long BYTES_OF_BODY = 4096;

  /** As Spark itself counts it, so that rows without columns are not for nothing. */
  private static final long BYTES_OF_ROW = 8;

  /** Each offset counts as a row, though some hold no message. */
  static Estimate of(List<OffsetRange> ranges, Wanted wanted) {
    double rows = ranges.stream().mapToDouble(range -> rows(range, wanted)).sum();
    // Casts saturate.
    return new Estimate(
        OptionalLong.of((long) (rows * bytes(wanted.columns()))), OptionalLong.of((long) rows));
  }

  private static double rows(OffsetRange range, Wanted wanted) {
    return Math.min(range.length(), wanted.limit().orElse(Long.MAX_VALUE));
  }

  private static long bytes(StructType columns) {
    return BYTES_OF_ROW
        + Arrays.stream(columns.fields()).mapToLong(field -> bytes(field.dataType())).sum();
  }

  private static long bytes(DataType type) {
    return type.equals(DataTypes.BinaryType) ? BYTES_OF_BODY : type.defaultSize();
  }
}
