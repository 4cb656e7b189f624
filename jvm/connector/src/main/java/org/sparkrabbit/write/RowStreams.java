package org.sparkrabbit.write;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Target;
import org.sparkrabbit.rows.SinkColumn;
import org.sparkrabbit.rows.SinkRow;

/** Leads rows to the streams that they name, where a write has no other target. */
final class RowStreams implements Destinations {
  /** AMQP's, by which streams are declared. */
  private static final int LONGEST_NAME = 255;

  private static final int MOST_REMEMBERED = 1_000;

  private final Progress progress;
  private final Consumer<String> opening;
  private final Set<String> missing = new HashSet<>();
  private Target.Stream stream;
  private UTF8String name;
  private List<String> only;
  private boolean isOpen;

  /**
   * Opening the way to a stream, which may close another one, fails as STREAM_NOT_FOUND where there
   * is none of the name.
   */
  RowStreams(Progress progress, Consumer<String> opening) {
    this.progress = progress;
    this.opening = opening;
  }

  /**
   * The one stream to which the row goes; the way there is open. That there is none of the name is
   * the row's own failure.
   */
  @Override
  public List<String> of(SinkRow row) {
    look(row);
    progress.towards(stream);
    if (!isOpen) {
      open();
      isOpen = true;
    }
    return only;
  }

  private void open() {
    if (missing.contains(stream.name())) {
      throw noSuchStream(null);
    }
    try {
      opening.accept(stream.name());
    } catch (RabbitStreamsException e) {
      if (e.code() != ErrorCode.STREAM_NOT_FOUND) {
        throw e;
      }
      remember();
      throw noSuchStream(e);
    }
  }

  /** The next row mostly names the same stream, and takes no text and no look-up then. */
  private void look(SinkRow row) {
    if (!row.isSet(SinkColumn.STREAM)) {
      throw unnamed("null");
    }
    if (name == null || !row.goesTo(name)) {
      String given = row.stream();
      UTF8String bytes = UTF8String.fromString(given);
      if (given.isBlank()) {
        throw unnamed("'" + given + "'");
      }
      if (bytes.numBytes() > LONGEST_NAME) {
        throw progress.invalidRow(
            "its column stream has %d bytes, and names of streams have at most %d"
                .formatted(bytes.numBytes(), LONGEST_NAME),
            null);
      }
      stream = new Target.Stream(given);
      name = bytes;
      only = List.of(given);
      isOpen = false;
    }
  }

  private RabbitStreamsException unnamed(String given) {
    return progress.invalidRow(
        ("its column stream is %s, and neither the option stream nor superstream is set; filter such"
                + " rows out, or name their stream")
            .formatted(given),
        null);
  }

  /** So a task with many such rows asks once. */
  private void remember() {
    if (missing.size() >= MOST_REMEMBERED) {
      missing.clear();
    }
    missing.add(stream.name());
  }

  private RabbitStreamsException noSuchStream(RabbitStreamsException cause) {
    return progress.failure(
        ErrorCode.STREAM_NOT_FOUND,
        ("%s names the stream '%s' in its column stream, and there is none of this name. Check the"
                + " column and the option vhost, or create the stream first. The name of a super"
                + " stream is not one of a stream.")
            .formatted(progress.row(), stream.name()),
        cause);
  }
}
