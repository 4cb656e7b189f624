package org.sparkrabbit.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Target;
import org.sparkrabbit.rows.SinkRow;
import org.sparkrabbit.rows.SinkSchema;

class RowStreamsTest {
  private static final SinkSchema SCHEMA =
      SinkSchema.of(
          new StructType().add("value", DataTypes.BinaryType).add("stream", DataTypes.StringType),
          false,
          false);

  private final SinkRow row = new SinkRow(SCHEMA);
  private final Progress progress = new Progress(new Target.EachRow());
  private final List<String> asked = new ArrayList<>();
  private final RowStreams streams = new RowStreams(progress, this::open);

  private void open(String stream) {
    asked.add(stream);
    switch (stream) {
      case "missing" -> throw new RabbitStreamsException(ErrorCode.STREAM_NOT_FOUND, "It is not.");
      case "secret" -> throw new RabbitStreamsException(ErrorCode.ACCESS_REFUSED, "It is not.");
      default -> {}
    }
  }

  private List<String> streamsOf(String stream) {
    progress.nextRow();
    row.moveTo(new GenericInternalRow(new Object[] {new byte[0], UTF8String.fromString(stream)}));
    return streams.of(row);
  }

  private String failure(ErrorCode code, String stream) {
    RabbitStreamsException failure =
        assertThrows(RabbitStreamsException.class, () -> streamsOf(stream));
    assertEquals(code, failure.code());
    return failure.getMessage().substring(code.label().length() + 1);
  }

  @Test
  void each_row_goes_to_the_stream_that_it_names() {
    assertEquals(List.of("a"), streamsOf("a"));
    assertEquals(List.of("a"), streamsOf("a"));
    assertEquals(List.of("é"), streamsOf("é"));
    assertEquals(List.of("a"), streamsOf("a"));
    assertEquals(List.of("a", "é", "a"), asked);
  }

  @Test
  void a_row_that_names_none_is_told() {
    assertEquals(List.of("a"), streamsOf("a"));
    String remedy =
        ", and neither the option stream nor superstream is set; filter such rows out, or name"
            + " their stream. This task has sent nothing to the broker.";
    assertEquals(
        "Row 2 of this task cannot be written to the stream of each row: its column stream is null"
            + remedy,
        failure(ErrorCode.INVALID_ROW, null));
    assertEquals(
        "Row 3 of this task cannot be written to the stream of each row: its column stream is ' '"
            + remedy,
        failure(ErrorCode.INVALID_ROW, " "));
    assertEquals(List.of("a"), streamsOf("a"));
  }

  @Test
  void a_name_that_is_too_long_is_told() {
    assertEquals(List.of("é".repeat(127)), streamsOf("é".repeat(127)));
    assertEquals(
        "Row 2 of this task cannot be written to the stream of each row: its column stream has 256"
            + " bytes, and names of streams have at most 255. This task has sent nothing to the"
            + " broker.",
        failure(ErrorCode.INVALID_ROW, "é".repeat(128)));
  }

  @Test
  void a_stream_that_is_missing_is_asked_for_once_and_named_with_each_row() {
    for (int number = 1; number <= 3; number++) {
      assertEquals(
          ("Row %d of this task names the stream 'missing' in its column stream, and there is none of"
                  + " this name. Check the column and the option vhost, or create the stream first."
                  + " The name of a super stream is not one of a stream. This task has sent nothing"
                  + " to the broker.")
              .formatted(number),
          failure(ErrorCode.STREAM_NOT_FOUND, "missing"));
    }
    assertEquals(List.of("missing"), asked);
  }

  @Test
  void another_failure_of_the_way_there_is_not_the_rows() {
    assertEquals("It is not.", failure(ErrorCode.ACCESS_REFUSED, "secret"));
    assertEquals("It is not.", failure(ErrorCode.ACCESS_REFUSED, "secret"));
    assertEquals(List.of("secret", "secret"), asked);
  }

  @Test
  void what_is_wrong_with_a_row_besides_names_its_stream() {
    streamsOf("a");
    assertEquals(
        "[RABBITMQ_STREAMS.INVALID_ROW] Row 1 of this task cannot be written to stream=a: value is"
            + " null. This task has sent nothing to the broker.",
        progress.invalidRow("value is null", null).getMessage());
  }
}
