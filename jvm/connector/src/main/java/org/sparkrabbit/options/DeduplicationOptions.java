package org.sparkrabbit.options;

import static org.sparkrabbit.options.Kind.wholeNumber;
import static org.sparkrabbit.options.Section.WRITING;

import java.util.List;
import java.util.function.Function;

/** Options of writes that repeat no row. */
final class DeduplicationOptions {
  /** A stream remembers 255 names, and several queries may write to it. */
  static final int MOST_WRITERS = 32;

  static final Option<Deduplication> DEDUPLICATION =
      Option.of(
              WRITING,
              "deduplication",
              Kind.choice(Deduplication.class),
              "With effectively-once, a batch that a streaming query repeats leaves no row twice in"
                  + " the stream: its rows keep their publishing ids. Needs orderingColumns or a column"
                  + " publishing_id, and permission to read the stream.")
          .orElse("none");

  static final Option<List<String>> ORDERING_COLUMNS =
      Option.of(
          WRITING,
          "orderingColumns",
          Kind.list(
              "values",
              List.of(),
              "must be names of columns, separated by commas",
              Function.identity()),
          "Columns that tell all rows of a batch apart, and are the same when the batch is repeated."
              + " With deduplication=effectively-once rows are written in their order. They need not"
              + " be columns of the sink.");

  static final Option<Long> DEDUPLICATION_WRITERS =
      Option.of(
              WRITING,
              "deduplicationWriters",
              wholeNumber(1, MOST_WRITERS),
              "How many tasks write a batch with deduplication=effectively-once, each with a"
                  + " producer's name of its own. Rows with publishing_id are written by one.")
          .orElse("4");

  static final List<Option<?>> ALL =
      List.of(DEDUPLICATION, ORDERING_COLUMNS, DEDUPLICATION_WRITERS);

  private DeduplicationOptions() {}
}
