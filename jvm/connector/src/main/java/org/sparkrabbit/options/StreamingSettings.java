package org.sparkrabbit.options;

import java.io.Serializable;
import java.time.Duration;

/** What the options say about streaming reads alone. What is not given is null. */
public record StreamingSettings(
    Long maxRecordsPerTrigger,
    Long maxBytesPerTrigger,
    int estimatedMessageSize,
    Long minOffsetsPerTrigger,
    Duration maxTriggerDelay,
    String consumerName,
    boolean storesOffsets,
    boolean singleActiveConsumer)
    implements Serializable {

  static StreamingSettings of(OptionReader reader) {
    return new StreamingSettings(
        reader.read(StreamingOptions.MAX_RECORDS_PER_TRIGGER),
        reader.read(StreamingOptions.MAX_BYTES_PER_TRIGGER),
        reader.count(StreamingOptions.ESTIMATED_MESSAGE_SIZE),
        reader.read(StreamingOptions.MIN_OFFSETS_PER_TRIGGER),
        reader.read(StreamingOptions.MAX_TRIGGER_DELAY),
        reader.read(StreamingOptions.CONSUMER_NAME),
        reader.read(StreamingOptions.SERVER_SIDE_OFFSET_TRACKING),
        reader.read(StreamingOptions.SINGLE_ACTIVE_CONSUMER));
  }
}
