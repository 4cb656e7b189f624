package org.sparkrabbit.write;

import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.errors.WriteStage;
import org.sparkrabbit.options.Extension;
import org.sparkrabbit.options.Target;

/** How far a task has come, and what is said when it cannot go on. */
final class Progress {
  private final Target target;
  private Target current;
  private long rows;
  private boolean hasSent;

  Progress(Target target) {
    this.target = target;
    this.current = target;
  }

  void nextRow() {
    rows++;
    current = target;
  }

  /** The current row goes there, which only itself can tell. */
  void towards(Target.Stream stream) {
    current = stream;
  }

  void sent() {
    hasSent = true;
  }

  /** Where the current row goes. */
  Target target() {
    return current;
  }

  /** Whether a row can name a stream that is missing while others are there. */
  boolean isOfEachRow() {
    return target instanceof Target.EachRow;
  }

  long rows() {
    return rows;
  }

  WriteStage stage() {
    return hasSent ? WriteStage.SENDING : WriteStage.NOTHING_SENT;
  }

  /** As in "Row 3 of this task". */
  String row() {
    return "Row " + rows + " of this task";
  }

  RabbitStreamsException invalidRow(String why, Throwable cause) {
    return failure(
        ErrorCode.INVALID_ROW,
        "%s cannot be written to %s: %s.".formatted(row(), current, why),
        cause);
  }

  RabbitStreamsException tooLarge(int size, int filterValueSize, int largestFrame) {
    String filterValue =
        filterValueSize == 0 ? "" : ", with a filter value of " + filterValueSize + " bytes";
    return failure(
        ErrorCode.INVALID_ROW,
        ("%s has %d bytes as a message%s, which is more than a frame of this broker takes: %d bytes"
                + " with its head (stream.frame_max; 1 MiB is the most). Split its value.")
            .formatted(row(), size, filterValue, largestFrame),
        null);
  }

  RabbitStreamsException filterValueTooLong(int size, int longest) {
    return invalidRow(
        "its filter value of %d bytes is too long: the broker takes up to %d"
            .formatted(size, longest),
        null);
  }

  /** A user's class threw, or gave what is of no use. */
  RabbitStreamsException extensionFailed(
      String option, Object extension, String why, Throwable cause) {
    String where = "row %d of this task (%s)".formatted(rows, current);
    return failure(
        ErrorCode.EXTENSION_FAILED, Extension.failure(option, extension, where, why), cause);
  }

  /** Something that was asked of the broker, and refused; {@code what} could not be done. */
  RabbitStreamsException refused(String what, RabbitStreamsException cause) {
    String why = cause.getMessage().replace(cause.code().label() + " ", "");
    return failure(cause.code(), what + ": " + why, cause);
  }

  /** The same failure, with what may be visible of the write. */
  RabbitStreamsException staged(RabbitStreamsException e) {
    return e.at(stage());
  }

  RabbitStreamsException failure(ErrorCode code, String message, Throwable cause) {
    return new RabbitStreamsException(code, message, stage(), cause);
  }
}
