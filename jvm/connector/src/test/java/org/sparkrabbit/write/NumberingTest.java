package org.sparkrabbit.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Target;
import org.sparkrabbit.rows.SinkRow;
import org.sparkrabbit.rows.SinkSchema;

class NumberingTest {
  private static final StructType ROWS = StructType.fromDDL("source string, offset bigint");
  private static final List<String> A = List.of("a");
  private static final int LAYOUT = 3;
  private static final Standing FRESH = new Standing(-1, -1);

  private final Map<String, Long> remembered = new HashMap<>();
  private final LastIds lastIds = new LastIds(stream -> remembered.getOrDefault(stream, 0L));
  private final Progress progress = new Progress(new Target.Stream("a"));

  private Numbering epoch(long epoch, Standing standing) {
    List<OrderingColumn> columns =
        List.of(
            OrderingColumn.of(ROWS, ROWS.fields()[0]), OrderingColumn.of(ROWS, ROWS.fields()[1]));
    EffectivelyOnce query =
        new EffectivelyOnce("orders", 4, columns, LAYOUT, standing, List.of("a", "b"));
    return new EpochIds(epoch, query, lastIds, query::bindings, progress);
  }

  private static InternalRow row(String source, Object offset) {
    return new GenericInternalRow(
        new Object[] {source == null ? null : UTF8String.fromString(source), offset});
  }

  /** The positions that are new to the stream a, of so many rows that all go there. */
  private static List<Long> added(Numbering numbering, int rows) {
    List<Long> added = new ArrayList<>();
    for (long number = 0; number < rows; number++) {
      numbering.begin(row("s", number));
      long id = numbering.next(A);
      if (!numbering.isRepetition("a", id)) {
        added.add(EpochId.of(id).position());
      }
    }
    numbering.end();
    return added;
  }

  private static String refusal(ErrorCode code, Executable action) {
    RabbitStreamsException failure = assertThrows(RabbitStreamsException.class, action);
    assertEquals(code, failure.code());
    return failure.getMessage();
  }

  private static String refusal(Executable action) {
    return refusal(ErrorCode.REPETITION_DIFFERS, action);
  }

  @Test
  void the_rows_of_an_epoch_are_numbered_by_their_positions() {
    assertEquals(List.of(0L, 1L, 2L), added(epoch(5, FRESH), 3));
  }

  @Test
  void a_repeated_epoch_knows_what_was_there() {
    remembered.put("a", new EpochId(5, LAYOUT, 2).id());
    Numbering numbering = epoch(5, new Standing(5, -1));
    assertEquals(List.of(3L, 4L), added(numbering, 5));
  }

  @Test
  void the_next_epoch_is_sent_whole_under_any_layout() {
    remembered.put("a", new EpochId(5, LAYOUT + 1, 7).id());
    assertEquals(List.of(0L, 1L), added(epoch(6, new Standing(5, 5)), 2));
  }

  @Test
  void an_epoch_that_was_begun_under_another_layout_is_refused() {
    String message = refusal(() -> epoch(5, new Standing(5, 5)));
    assertTrue(
        message.contains("rows of this batch were written under it in another way"), message);
    assertTrue(message.contains("This task has sent nothing"), message);
  }

  @Test
  void an_epoch_before_what_is_there_is_refused() {
    String message = refusal(() -> epoch(5, new Standing(8, -1)));
    assertTrue(message.contains("there are rows of batch 8 under it"), message);
  }

  @Test
  void a_writer_that_comes_upon_rows_of_a_later_epoch_is_refused() {
    Numbering numbering = epoch(5, FRESH);
    remembered.put("a", new EpochId(6, LAYOUT, 0).id());
    numbering.begin(row("s", 1L));
    assertTrue(refusal(() -> numbering.next(A)).contains("rows of batch 6"));
  }

  @Test
  void a_repetition_with_fewer_rows_is_refused() {
    remembered.put("a", new EpochId(5, LAYOUT, 9).id());
    String message = refusal(() -> added(epoch(5, new Standing(5, -1)), 9));
    assertTrue(message.contains("'a' has row 10 of this writer and batch"), message);
  }

  @Test
  void a_repetition_whose_rows_go_to_other_streams_is_refused() {
    remembered.put("a", new EpochId(5, LAYOUT, 0).id());
    Numbering numbering = epoch(5, new Standing(5, -1));
    numbering.begin(row("s", 1L));
    assertFalse(numbering.isRepetition("b", numbering.next(List.of("b"))));
    numbering.begin(row("s", 2L));
    assertTrue(refusal(() -> numbering.next(A)).contains("'a' has row 1 of this writer"));
  }

  @Test
  void a_row_to_several_streams_is_known_where_it_was() {
    remembered.put("a", new EpochId(5, LAYOUT, 1).id());
    Numbering numbering = epoch(5, new Standing(5, -1));
    List<String> both = List.of("a", "b");
    numbering.begin(row("s", 1L));
    long first = numbering.next(both);
    assertTrue(numbering.isRepetition("a", first));
    assertFalse(numbering.isRepetition("b", first));
    numbering.begin(row("s", 2L));
    long second = numbering.next(both);
    assertTrue(numbering.isRepetition("a", second));
    assertFalse(numbering.isRepetition("b", second));
    numbering.end();
  }

  @Test
  void rows_that_are_equal_in_all_ordering_columns_are_named() {
    Numbering numbering = epoch(5, FRESH);
    numbering.begin(row("s", 7L));
    numbering.begin(row("t", 7L));
    String message = refusal(ErrorCode.AMBIGUOUS_ORDER, () -> numbering.begin(row("t", 7L)));
    assertTrue(message.contains("Rows 2 and 3 of writer 'orders' in batch 5"), message);
    assertTrue(message.contains("source='t', offset=7"), message);
  }

  @Test
  void nulls_are_equal_to_each_other_and_to_nothing_else() {
    Numbering numbering = epoch(5, FRESH);
    numbering.begin(row(null, null));
    numbering.begin(row(null, 0L));
    numbering.begin(row("", 0L));
    numbering.begin(row(null, null));
    assertThrows(RabbitStreamsException.class, () -> numbering.begin(row(null, null)));
  }

  @Test
  void ids_of_one_attempt_begin_above_what_its_targets_remember() {
    remembered.put("b", 10L);
    TaskIds ids = new TaskIds(lastIds);
    assertEquals(
        List.of(1L, 11L, 12L), List.of(ids.next(A), ids.next(List.of("a", "b")), ids.next(A)));
    assertFalse(ids.isRepetition("b", 11));
  }

  @Test
  void ids_of_rows_must_grow_and_are_known_where_they_were() {
    StructType schema = StructType.fromDDL("value binary, publishing_id bigint");
    SinkRow row = new SinkRow(SinkSchema.of(schema, false, false));
    RowIds ids = new RowIds(row, lastIds, progress);
    remembered.put("a", 5L);
    List<Boolean> known = new ArrayList<>();
    for (long id : new long[] {3, 4, 5, 8}) {
      row.moveTo(new GenericInternalRow(new Object[] {new byte[0], id}));
      known.add(ids.isRepetition("a", ids.next(A)));
    }
    assertEquals(List.of(true, true, true, false), known);
    assertTrue(refusal(ErrorCode.INVALID_ROW, () -> ids.next(A)).contains("must be above 8"));
  }
}
