package org.sparkrabbit.options;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

/**
 * What a write creates where it is missing. What is not given is null; the keys, one for each
 * partition, are given for super streams alone.
 */
public record CreationSettings(
    Duration maxAge,
    Long maxLengthBytes,
    Long maxSegmentSizeBytes,
    Long filterSize,
    Long initialClusterSize,
    boolean namesKeys,
    List<String> keys)
    implements Serializable {

  /** Null where nothing is to be created. */
  static CreationSettings of(OptionReader reader) {
    if (!reader.read(CreationOptions.CREATE_STREAM)) {
      return null;
    }
    List<String> keys = reader.read(CreationOptions.BINDING_KEYS);
    return new CreationSettings(
        reader.read(CreationOptions.MAX_AGE),
        reader.read(CreationOptions.MAX_LENGTH_BYTES),
        reader.read(CreationOptions.MAX_SEGMENT_SIZE_BYTES),
        reader.read(CreationOptions.FILTER_SIZE),
        reader.read(CreationOptions.INITIAL_CLUSTER_SIZE),
        keys != null,
        keys == null ? numbers(reader.read(CreationOptions.PARTITIONS)) : keys);
  }

  /** The keys that all of RabbitMQ's tools give to so many partitions. */
  private static List<String> numbers(Long partitions) {
    return partitions == null
        ? null
        : LongStream.range(0, partitions).mapToObj(Long::toString).toList();
  }
}
