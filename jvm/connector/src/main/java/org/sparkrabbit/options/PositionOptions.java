package org.sparkrabbit.options;

import static org.sparkrabbit.options.Kind.wholeNumber;
import static org.sparkrabbit.options.Section.POSITION;
import static org.sparkrabbit.options.Use.STREAMING_READ;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.sparkrabbit.plan.FlatJson;
import org.sparkrabbit.plan.Moment;
import org.sparkrabbit.plan.Position;
import org.sparkrabbit.plan.Positions;

/** Options that tell where a read begins and where it ends. */
final class PositionOptions {
  /** What to do where no message is at or after the time that a read begins at. */
  enum NoMessageYet {
    ERROR,
    LATEST
  }

  private static final String ENDLESS =
      "a streaming query has no end; stop it yourself, or read everything up to now with the"
          + " trigger availableNow";

  static final Option<String> STARTING_OFFSETS =
      Option.of(
              POSITION,
              "startingOffsets",
              Kind.of(
                  "beginning",
                  "must be earliest, latest, offset, timestamp, or a JSON object that gives each"
                      + " stream an offset, earliest or latest, as in {\"orders-0\": 120, \"orders-1\":"
                      + " \"earliest\"}",
                  "Literal[\"earliest\", \"latest\", \"offset\", \"timestamp\"]"
                      + " | Mapping[str, int | str]",
                  text ->
                      checked(text, List.of("earliest", "latest", "offset", "timestamp"), true)),
              "Where a read begins. A streaming query takes it only at its first start; later its"
                  + " checkpoint tells.")
          .orElseAs("earliest in batch, latest in streaming");

  static final Option<Long> STARTING_OFFSET =
      Option.of(
          POSITION,
          "startingOffset",
          wholeNumber(0, Long.MAX_VALUE),
          "The first offset to read, with startingOffsets=offset.");

  static final Option<Moment> STARTING_TIMESTAMP =
      Option.of(
          POSITION,
          "startingTimestamp",
          Kind.of("time", "must be " + Moment.RULE, "int | str | datetime", Moment::parse),
          "The time to begin at, with startingOffsets=timestamp: epoch milliseconds, ISO-8601, or a"
              + " distance back such as -2h. Chunks are timestamped as a whole, so what is read"
              + " begins with the first chunk at or after the time.");

  static final Option<Map<String, Moment>> STARTING_OFFSETS_BY_TIMESTAMP =
      Option.of(
          POSITION,
          "startingOffsetsByTimestamp",
          byTimestamp(),
          "The time to begin at for each stream, as JSON; instead of startingOffsets.");

  static final Option<NoMessageYet> STARTING_OFFSETS_BY_TIMESTAMP_STRATEGY =
      Option.of(
              POSITION,
              "startingOffsetsByTimestampStrategy",
              Kind.choice(NoMessageYet.class),
              "What to do where no message is at or after the time to begin at: an error, or begin"
                  + " at the end.")
          .orElse("latest");

  static final Option<String> ENDING_OFFSETS =
      Option.of(
              POSITION,
              "endingOffsets",
              Kind.of(
                  "end",
                  "must be latest, offset, timestamp, or a JSON object that gives each stream an"
                      + " offset or latest, as in {\"orders-0\": 120, \"orders-1\": \"latest\"}",
                  "Literal[\"latest\", \"offset\", \"timestamp\"] | Mapping[str, int | str]",
                  text -> checked(text, List.of("latest", "offset", "timestamp"), false)),
              "Where a batch read ends; latest is the end at the moment of planning. What lies"
                  + " beyond the end of a stream is waited for, up to maxWaitMs.")
          .orElse("latest")
          .refusedIn(STREAMING_READ, ENDLESS);

  static final Option<Long> ENDING_OFFSET =
      Option.of(
              POSITION,
              "endingOffset",
              wholeNumber(0, Long.MAX_VALUE),
              "The offset to end before, with endingOffsets=offset.")
          .refusedIn(STREAMING_READ, ENDLESS);

  static final Option<Moment> ENDING_TIMESTAMP =
      Option.of(
              POSITION,
              "endingTimestamp",
              Kind.of("time", "must be " + Moment.RULE, "int | str | datetime", Moment::parse),
              "The time to end at, with endingOffsets=timestamp: the read ends before the first"
                  + " chunk at or after it.")
          .refusedIn(STREAMING_READ, ENDLESS);

  static final Option<Map<String, Moment>> ENDING_OFFSETS_BY_TIMESTAMP =
      Option.of(
              POSITION,
              "endingOffsetsByTimestamp",
              byTimestamp(),
              "The time to end at for each stream, as JSON; instead of endingOffsets.")
          .refusedIn(STREAMING_READ, ENDLESS);

  static final List<Option<?>> ALL =
      List.of(
          STARTING_OFFSETS,
          STARTING_OFFSET,
          STARTING_TIMESTAMP,
          STARTING_OFFSETS_BY_TIMESTAMP,
          STARTING_OFFSETS_BY_TIMESTAMP_STRATEGY,
          ENDING_OFFSETS,
          ENDING_OFFSET,
          ENDING_TIMESTAMP,
          ENDING_OFFSETS_BY_TIMESTAMP);

  private PositionOptions() {}

  /** The words as they are, or the JSON object, known to be readable. */
  private static String checked(String text, List<String> words, boolean mayBeEarliest) {
    String trimmed = text.trim();
    if (trimmed.startsWith("{")) {
      byStream(trimmed)
          .positions()
          .values()
          .forEach(
              position ->
                  Kind.required(
                      mayBeEarliest || !(position instanceof Position.Earliest), position));
      return trimmed;
    }
    String word = trimmed.toLowerCase(Locale.ROOT);
    return Kind.required(words.contains(word), word);
  }

  static Positions.ByStream byStream(String json) {
    return new Positions.ByStream(parsed(json, PositionOptions::position));
  }

  private static Position position(String text) {
    return switch (text) {
      case "earliest" -> new Position.Earliest();
      case "latest" -> new Position.Latest();
      default -> new Position.AtOffset(Long.parseLong(text));
    };
  }

  private static Kind<Map<String, Moment>> byTimestamp() {
    return Kind.of(
        "time of each stream",
        "must be a JSON object that gives each stream a time, as in {\"orders-0\": 1767225600000,"
            + " \"orders-1\": \"-2h\"}",
        "Mapping[str, int | str | datetime]",
        json -> parsed(json, Moment::parse));
  }

  private static <T> Map<String, T> parsed(String json, Function<String, T> value) {
    Map<String, T> values = new TreeMap<>();
    FlatJson.parse(json).forEach((stream, text) -> values.put(stream, value.apply(text)));
    return Kind.required(!values.isEmpty(), values);
  }
}
