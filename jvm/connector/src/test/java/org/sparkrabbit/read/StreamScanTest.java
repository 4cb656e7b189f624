package org.sparkrabbit.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.plan.Narrowing;
import org.sparkrabbit.plan.OffsetRange;

class StreamScanTest {
  private static final TableSettings NOBODY =
      TableSettings.of(Map.of("endpoints", "127.0.0.1:1", "stream", "orders"));
  private static final StructType COLUMNS =
      StructType.fromDDL("value BINARY, offset BIGINT, properties STRUCT<subject: STRING>");

  private final StreamScan scan = new StreamScan(NOBODY, wanted(OptionalLong.empty()));

  @Test
  void all_parts_of_a_query_share_one_batch() {
    assertSame(scan.toBatch(), scan.toBatch());
  }

  @Test
  void a_batch_of_nothing_is_estimated_without_a_broker() {
    assertEquals(new Estimate(OptionalLong.of(0), OptionalLong.of(0)), scan.estimateStatistics());
  }

  @Test
  void a_stream_is_not_estimated() {
    scan.toMicroBatchStream("file:/nowhere/sources/0");
    assertEquals(Estimate.UNKNOWN, scan.estimateStatistics());
    assertEquals(
        "rabbitmq_streams stream=orders, Columns: [value, offset, properties.subject]",
        scan.description());
  }

  @Test
  void each_offset_counts_as_a_row_and_each_body_as_4096_bytes() {
    assertEquals(
        new Estimate(OptionalLong.of(15 * (8 + 4096 + 8 + 20)), OptionalLong.of(15)),
        Estimate.of(
            List.of(new OffsetRange("a", 0, 10), new OffsetRange("a", 10, 15)),
            wanted(OptionalLong.empty())));
  }

  @Test
  void each_task_gives_no_more_rows_than_its_limit() {
    assertEquals(
        OptionalLong.of(7 + 5),
        Estimate.of(
                List.of(new OffsetRange("a", 0, 10), new OffsetRange("a", 10, 15)),
                wanted(OptionalLong.of(7)))
            .numRows());
  }

  @Test
  void what_is_too_large_to_count_is_as_large_as_can_be() {
    assertEquals(
        new Estimate(OptionalLong.of(Long.MAX_VALUE), OptionalLong.of(Long.MAX_VALUE)),
        Estimate.of(
            List.of(new OffsetRange("a", 0, Long.MAX_VALUE)), wanted(OptionalLong.empty())));
  }

  private static Wanted wanted(OptionalLong limit) {
    return new Wanted(COLUMNS, Narrowing.TO_NOTHING, limit);
  }
}
