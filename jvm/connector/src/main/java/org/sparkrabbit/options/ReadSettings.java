package org.sparkrabbit.options;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sparkrabbit.plan.Moment;
import org.sparkrabbit.plan.Position;
import org.sparkrabbit.plan.Positions;

/** What the options say about reading. What is not given is null. */
public record ReadSettings(
    Positions start,
    Positions end,
    boolean requiresMessageAtStart,
    List<String> metadataFields,
    boolean failsOnDataLoss,
    Long minPartitions,
    Long maxRecordsPerPartition,
    Duration patience,
    Duration reportInterval,
    int initialCredits,
    int queueCapacity,
    FilterSettings filter)
    implements Serializable {

  /** The broker's filter and the user's own. {@code values} is empty where there is none. */
  public record FilterSettings(
      List<String> values, boolean matchesUnfiltered, String postFilterClass, boolean warns)
      implements Serializable {}

  static ReadSettings of(OptionReader reader) {
    Long capacity = reader.read(SourceOptions.QUEUE_CAPACITY);
    return new ReadSettings(
        start(reader),
        end(reader),
        reader.read(PositionOptions.STARTING_OFFSETS_BY_TIMESTAMP_STRATEGY)
            == PositionOptions.NoMessageYet.ERROR,
        reader.read(SourceOptions.METADATA_FIELDS),
        reader.read(SourceOptions.FAIL_ON_DATA_LOSS),
        reader.read(SourceOptions.MIN_PARTITIONS),
        reader.read(SourceOptions.MAX_RECORDS_PER_PARTITION),
        reader.millis(SourceOptions.MAX_WAIT),
        reader.millis(SourceOptions.POLL_TIMEOUT),
        reader.count(SourceOptions.INITIAL_CREDITS),
        capacity == null ? Integer.MAX_VALUE : Math.toIntExact(capacity),
        filter(reader));
  }

  private static FilterSettings filter(OptionReader reader) {
    List<String> values = reader.read(SourceOptions.FILTER_VALUES);
    return new FilterSettings(
        values == null ? List.of() : values,
        reader.read(SourceOptions.FILTER_MATCH_UNFILTERED),
        reader.read(SourceOptions.FILTER_POST_FILTER_CLASS),
        reader.read(SourceOptions.FILTER_WARNING_ON_MISMATCH));
  }

  private static Positions start(OptionReader reader) {
    return positions(
        reader.read(PositionOptions.STARTING_OFFSETS),
        reader.read(PositionOptions.STARTING_OFFSET),
        reader.read(PositionOptions.STARTING_TIMESTAMP),
        reader.read(PositionOptions.STARTING_OFFSETS_BY_TIMESTAMP));
  }

  private static Positions end(OptionReader reader) {
    return positions(
        reader.read(PositionOptions.ENDING_OFFSETS),
        reader.read(PositionOptions.ENDING_OFFSET),
        reader.read(PositionOptions.ENDING_TIMESTAMP),
        reader.read(PositionOptions.ENDING_OFFSETS_BY_TIMESTAMP));
  }

  /** Where rules are broken, a part may be missing; then the settings are never used. */
  private static Positions positions(
      String word, Long offset, Moment moment, Map<String, Moment> moments) {
    if (moments != null) {
      Map<String, Position> byStream = new TreeMap<>();
      moments.forEach((stream, time) -> byStream.put(stream, new Position.AtTime(time)));
      return new Positions.ByStream(byStream);
    }
    if (word == null) {
      return null;
    }
    return switch (word) {
      case "earliest" -> new Positions.Everywhere(new Position.Earliest());
      case "latest" -> new Positions.Everywhere(new Position.Latest());
      case "offset" -> new Positions.Everywhere(new Position.AtOffset(offset == null ? 0 : offset));
      case "timestamp" -> new Positions.Everywhere(new Position.AtTime(moment));
      default -> PositionOptions.byStream(word);
    };
  }
}
