package org.sparkrabbit.options;

import java.io.Serializable;
import java.time.Duration;

/** What the options say about writing. What is not given is null. */
public record WriteSettings(
    String producerName,
    DeduplicationSettings deduplication,
    boolean ignoresUnknownColumns,
    BadRowKind onBadRow,
    String deadLetterStream,
    Duration confirmTimeout,
    Duration enqueueTimeout,
    int maxInFlight,
    int batchSize,
    Duration batchDelay,
    boolean dynamicBatch,
    boolean retriesOnRecovery,
    int subEntrySize,
    CompressionKind compression,
    FilterPath filterPath,
    String filterExtractorClass,
    RoutingKind routing,
    String partitionerClass,
    String hashFunctionClass,
    CreationSettings creation)
    implements Serializable {

  static WriteSettings of(OptionReader reader) {
    return new WriteSettings(
        reader.read(SinkOptions.PRODUCER_NAME),
        DeduplicationSettings.of(reader),
        reader.read(SinkOptions.IGNORE_UNKNOWN_COLUMNS),
        reader.read(SinkOptions.ON_DATA_ERROR),
        reader.read(SinkOptions.DEAD_LETTER_STREAM),
        reader.millis(SinkOptions.PUBLISHER_CONFIRM_TIMEOUT),
        reader.millis(SinkOptions.ENQUEUE_TIMEOUT),
        reader.count(SinkOptions.MAX_IN_FLIGHT),
        reader.count(SinkOptions.BATCH_SIZE),
        reader.millis(SinkOptions.BATCH_PUBLISHING_DELAY),
        reader.read(SinkOptions.DYNAMIC_BATCH),
        reader.read(SinkOptions.RETRY_ON_RECOVERY),
        reader.count(SinkOptions.SUB_ENTRY_SIZE),
        reader.read(SinkOptions.COMPRESSION),
        reader.read(SinkOptions.FILTER_VALUE_PATH),
        reader.read(SinkOptions.FILTER_VALUE_EXTRACTOR_CLASS),
        reader.read(SinkOptions.ROUTING_STRATEGY),
        reader.read(SinkOptions.PARTITIONER_CLASS),
        reader.read(SinkOptions.HASH_FUNCTION_CLASS),
        CreationSettings.of(reader));
  }

  /** Whether messages may carry a filter value. */
  public boolean hasFilterValues() {
    return filterPath != null || filterExtractorClass != null;
  }
}
