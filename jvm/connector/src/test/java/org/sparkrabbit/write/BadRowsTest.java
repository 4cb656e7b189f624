package org.sparkrabbit.write;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.metrics.WriteMetrics;
import org.sparkrabbit.options.BadRowKind;
import org.sparkrabbit.options.Target;
import org.sparkrabbit.rows.EncodedMessage;
import org.sparkrabbit.rows.MessageView;
import org.sparkrabbit.rows.SinkRow;
import org.sparkrabbit.rows.SinkSchema;

class BadRowsTest {
  private static final Target ORDERS = new Target.Stream("orders");
  private static final SinkSchema SCHEMA =
      SinkSchema.of(new StructType().add("value", DataTypes.BinaryType), false, false);

  private final WriteMetrics metrics = new WriteMetrics();
  private final SinkRow row =
      new SinkRow(SCHEMA).moveTo(new GenericInternalRow(new Object[] {new byte[] {'a'}}));
  private final List<Map<String, String>> kept = new ArrayList<>();

  private BadRows badRows(BadRowKind kind, Progress progress) {
    DeadLetters.Box box =
        new DeadLetters.Box() {
          @Override
          public int largestMessage() {
            return 10_000;
          }

          @Override
          public void put(EncodedMessage letter) {
            byte[] bytes = new byte[letter.size()];
            letter.writeTo(bytes, 0);
            MessageView message = new MessageView("rejected");
            message.moveTo(bytes, 0, bytes.length, 0, 0);
            kept.add(message.applicationProperties());
          }
        };
    DeadLetters letters = new DeadLetters(new TaskAttempt(3, 17, 5L), progress, box);
    return new BadRows(kind, progress, metrics, kind == BadRowKind.DEAD_LETTER ? letters : null);
  }

  private static RabbitStreamsException failure(ErrorCode code) {
    return new RabbitStreamsException(code, "So it is.");
  }

  private Map<String, Long> counted() {
    return Arrays.stream(metrics.values())
        .filter(metric -> metric.value() > 0)
        .collect(Collectors.toMap(CustomTaskMetric::name, CustomTaskMetric::value));
  }

  @Test
  void a_bad_row_fails_the_task_unless_it_is_to_be_let_pass() {
    BadRows badRows = badRows(BadRowKind.FAIL, new Progress(ORDERS));
    RabbitStreamsException failure = failure(ErrorCode.INVALID_ROW);
    assertSame(
        failure, assertThrows(RabbitStreamsException.class, () -> badRows.take(row, failure)));
    assertEquals(Map.of(), counted());
  }

  @Test
  void a_skipped_row_is_counted() {
    BadRows badRows = badRows(BadRowKind.SKIP, new Progress(ORDERS));
    badRows.take(row, failure(ErrorCode.INVALID_ROW));
    badRows.take(row, failure(ErrorCode.NO_ROUTE));
    assertEquals(Map.of("rowsSkipped", 2L), counted());
    assertEquals(2, badRows.count());
  }

  @Test
  void a_dead_letter_tells_the_reason_and_the_task() {
    Progress progress = new Progress(ORDERS);
    progress.nextRow();
    BadRows badRows = badRows(BadRowKind.DEAD_LETTER, progress);
    badRows.take(row, progress.invalidRow("it is too blue", null));
    assertEquals(Map.of("rowsDeadLettered", 1L), counted());
    assertEquals(
        List.of(
            Map.of(
                "dead_letter.code", "INVALID_ROW",
                "dead_letter.reason",
                    "Row 1 of this task cannot be written to stream=orders: it is too blue.",
                "dead_letter.target", "stream=orders",
                "dead_letter.partition", "3",
                "dead_letter.task", "17",
                "dead_letter.epoch", "5",
                "dead_letter.row", "1")),
        kept);
  }

  @ParameterizedTest
  @EnumSource(
      value = ErrorCode.class,
      mode = Mode.EXCLUDE,
      names = {"INVALID_ROW", "NO_ROUTE"})
  void no_other_failure_is_a_rows(ErrorCode code) {
    BadRows badRows = badRows(BadRowKind.SKIP, new Progress(ORDERS));
    assertThrows(RabbitStreamsException.class, () -> badRows.take(row, failure(code)));
    assertEquals(0, badRows.count());
  }

  @Test
  void a_missing_stream_is_the_rows_fault_where_the_row_names_it() {
    BadRows badRows = badRows(BadRowKind.SKIP, new Progress(new Target.EachRow()));
    assertDoesNotThrow(() -> badRows.take(row, failure(ErrorCode.STREAM_NOT_FOUND)));
    assertEquals(1, badRows.count());
  }
}
