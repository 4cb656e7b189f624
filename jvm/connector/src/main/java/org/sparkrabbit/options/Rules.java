package org.sparkrabbit.options;

import static org.sparkrabbit.options.Condition.given;
import static org.sparkrabbit.options.Condition.is;
import static org.sparkrabbit.options.Rule.allOrNone;
import static org.sparkrabbit.options.Rule.atLeastOne;
import static org.sparkrabbit.options.Rule.atMostOne;
import static org.sparkrabbit.options.Rule.needs;

import java.util.List;
import java.util.stream.Stream;

/** Which options go together, with what is said to those who break a rule. */
final class Rules {
  /** Of reads alone: rows that are written can name their streams themselves. */
  static final Rule OF_READS =
      atLeastOne(
          "set stream or superstream: a read needs to be told what to read",
          given(TargetOptions.STREAM),
          given(TargetOptions.SUPERSTREAM));

  private static final List<Rule> CONNECTION =
      List.of(
          atMostOne(
              "set either stream or superstream, and not both",
              given(TargetOptions.STREAM),
              given(TargetOptions.SUPERSTREAM)),
          atLeastOne(
              "set endpoints (as in 'rabbit-1:5552,rabbit-2:5552') or uris (as in"
                  + " 'rabbitmq-stream://rabbit-1:5552')",
              given(TargetOptions.ENDPOINTS),
              given(TargetOptions.URIS)),
          atMostOne(
              "loadBalancer, addressMap and addressResolverClass are three ways to the same brokers;"
                  + " keep one",
              is(TargetOptions.LOAD_BALANCER, "true"),
              given(TargetOptions.ADDRESS_MAP),
              given(TargetOptions.ADDRESS_RESOLVER_CLASS)));

  private static final List<Rule> SECURITY =
      List.of(
          needs(
              "tls.truststorePassword is the password of tls.truststore, which is missing",
              given(SecurityOptions.TRUSTSTORE_PASSWORD),
              given(SecurityOptions.TRUSTSTORE)),
          needs(
              "tls.keystorePassword is the password of tls.keystore, which is missing",
              given(SecurityOptions.KEYSTORE_PASSWORD),
              given(SecurityOptions.KEYSTORE)),
          allOrNone(
              "tls.certificate and tls.privateKey belong together; set both or none",
              given(SecurityOptions.CERTIFICATE),
              given(SecurityOptions.PRIVATE_KEY)),
          atMostOne(
              "tls.truststore and tls.caCertificate and tls.trustAll each tell whom to trust; keep"
                  + " one",
              given(SecurityOptions.TRUSTSTORE),
              given(SecurityOptions.CA_CERTIFICATE),
              is(SecurityOptions.TRUST_ALL, "true")),
          atMostOne(
              "tls.keystore and tls.certificate both give the client's own certificate; keep one",
              given(SecurityOptions.KEYSTORE),
              given(SecurityOptions.CERTIFICATE)),
          needsTlsOrTokens(given(SecurityOptions.CA_CERTIFICATE), "tls.caCertificate"),
          needsTls(SecurityOptions.CERTIFICATE),
          needsTlsOrTokens(given(SecurityOptions.TRUSTSTORE), "tls.truststore"),
          needsTls(SecurityOptions.KEYSTORE),
          needsTlsOrTokens(is(SecurityOptions.TRUST_ALL, "true"), "tls.trustAll"),
          allOrNone(
              "oauth2.tokenEndpoint, oauth2.clientId and oauth2.clientSecret belong together; set"
                  + " all or none",
              given(SecurityOptions.TOKEN_ENDPOINT),
              given(SecurityOptions.CLIENT_ID),
              given(SecurityOptions.CLIENT_SECRET)),
          needs(
              "oauth2.scope has a meaning only with oauth2.tokenEndpoint",
              given(SecurityOptions.SCOPE),
              given(SecurityOptions.TOKEN_ENDPOINT)),
          atMostOne(
              "oauth2.clientId and username are two ways to log in; keep one",
              given(SecurityOptions.CLIENT_ID),
              given(TargetOptions.USERNAME)),
          atMostOne(
              "oauth2.clientId and password are two ways to log in; keep one",
              given(SecurityOptions.CLIENT_ID),
              given(TargetOptions.PASSWORD)));

  private static final List<Rule> READING =
      List.of(
          pair(PositionOptions.STARTING_OFFSETS, "offset", PositionOptions.STARTING_OFFSET),
          pair(PositionOptions.STARTING_OFFSETS, "timestamp", PositionOptions.STARTING_TIMESTAMP),
          pair(PositionOptions.ENDING_OFFSETS, "offset", PositionOptions.ENDING_OFFSET),
          pair(PositionOptions.ENDING_OFFSETS, "timestamp", PositionOptions.ENDING_TIMESTAMP),
          atMostOne(
              "startingOffsets and startingOffsetsByTimestamp both tell where to begin; keep one",
              given(PositionOptions.STARTING_OFFSETS),
              given(PositionOptions.STARTING_OFFSETS_BY_TIMESTAMP)),
          atMostOne(
              "endingOffsets and endingOffsetsByTimestamp both tell where to end; keep one",
              given(PositionOptions.ENDING_OFFSETS),
              given(PositionOptions.ENDING_OFFSETS_BY_TIMESTAMP)),
          needs(
              "startingOffsetsByTimestampStrategy has a meaning only where a read begins at a time:"
                  + " with startingOffsets=timestamp or startingOffsetsByTimestamp",
              given(PositionOptions.STARTING_OFFSETS_BY_TIMESTAMP_STRATEGY),
              is(PositionOptions.STARTING_OFFSETS, "timestamp"),
              given(PositionOptions.STARTING_OFFSETS_BY_TIMESTAMP)),
          needs(
              "maxTriggerDelay has a meaning only with minOffsetsPerTrigger",
              given(StreamingOptions.MAX_TRIGGER_DELAY),
              given(StreamingOptions.MIN_OFFSETS_PER_TRIGGER)),
          needs(
              "singleActiveConsumer=true needs consumerName, by which queries know each other",
              is(StreamingOptions.SINGLE_ACTIVE_CONSUMER, "true"),
              given(StreamingOptions.CONSUMER_NAME)),
          needs(
              "filterMatchUnfiltered=true has a meaning only with filterValues",
              is(SourceOptions.FILTER_MATCH_UNFILTERED, "true"),
              given(SourceOptions.FILTER_VALUES)));

  private static final List<Rule> WRITING =
      List.of(
          atMostOne(
              "compression packs several messages into one entry: set subEntrySize above 1, as in"
                  + " 100",
              is(SinkOptions.COMPRESSION, "gzip", "snappy", "lz4", "zstd"),
              is(SinkOptions.SUB_ENTRY_SIZE, "1")),
          needsSingleEntries(
              SinkOptions.PRODUCER_NAME, "knows messages of a named producer one by one"),
          needs(
              "deduplication=effectively-once needs subEntrySize=1: the broker knows messages of a"
                  + " named producer one by one",
              is(DeduplicationOptions.DEDUPLICATION, "effectively-once"),
              is(SinkOptions.SUB_ENTRY_SIZE, "1")),
          needsEffectivelyOnce(DeduplicationOptions.ORDERING_COLUMNS),
          needsEffectivelyOnce(DeduplicationOptions.DEDUPLICATION_WRITERS),
          needsSingleEntries(SinkOptions.FILTER_VALUE_PATH, "takes filter values one by one"),
          needsSingleEntries(
              SinkOptions.FILTER_VALUE_EXTRACTOR_CLASS, "takes filter values one by one"),
          atMostOne(
              "filterValuePath and filterValueExtractorClass both give the filter value; keep one",
              given(SinkOptions.FILTER_VALUE_PATH),
              given(SinkOptions.FILTER_VALUE_EXTRACTOR_CLASS)),
          pair(SinkOptions.ON_DATA_ERROR, "deadLetter", SinkOptions.DEAD_LETTER_STREAM),
          pair(SinkOptions.ROUTING_STRATEGY, "custom", SinkOptions.PARTITIONER_CLASS),
          needs(
              "hashFunctionClass has a meaning only with routingStrategy=hash",
              given(SinkOptions.HASH_FUNCTION_CLASS),
              is(SinkOptions.ROUTING_STRATEGY, "hash")));

  private static final List<Rule> CREATION =
      List.of(
          needsCreation(CreationOptions.MAX_AGE),
          needsCreation(CreationOptions.MAX_LENGTH_BYTES),
          needsCreation(CreationOptions.MAX_SEGMENT_SIZE_BYTES),
          needsCreation(CreationOptions.FILTER_SIZE),
          needsCreation(CreationOptions.INITIAL_CLUSTER_SIZE),
          needsCreation(CreationOptions.PARTITIONS),
          needsCreation(CreationOptions.BINDING_KEYS),
          needs(
              "createStream=true needs stream or superstream: what rows name by themselves is not"
                  + " created",
              is(CreationOptions.CREATE_STREAM, "true"),
              given(TargetOptions.STREAM),
              given(TargetOptions.SUPERSTREAM)),
          needsSuperStream(CreationOptions.PARTITIONS),
          needsSuperStream(CreationOptions.BINDING_KEYS),
          needs(
              "createStream=true needs to know the partitions of a super stream: set partitions (as in"
                  + " 3), or bindingKeys (as in 'emea,apac')",
              given(TargetOptions.SUPERSTREAM),
              is(CreationOptions.CREATE_STREAM, "false"),
              given(CreationOptions.PARTITIONS),
              given(CreationOptions.BINDING_KEYS)),
          atMostOne(
              "keep one of partitions and bindingKeys: both tell which partitions to create",
              given(CreationOptions.PARTITIONS),
              given(CreationOptions.BINDING_KEYS)),
          needs(
              "bindingKeys tell which rows a partition gets, and routingStrategy=hash does not ask"
                  + " them: set routingStrategy=key, or give partitions instead",
              given(CreationOptions.BINDING_KEYS),
              is(SinkOptions.ROUTING_STRATEGY, "key", "custom")));

  static final List<Rule> ALL =
      Stream.of(CONNECTION, SECURITY, READING, WRITING, CREATION).flatMap(List::stream).toList();

  private Rules() {}

  private static Rule needsTls(Option<?> option) {
    return needs(
        option + " has a meaning only with tls=true",
        given(option),
        is(SecurityOptions.TLS, "true"));
  }

  /** What tells whom to trust does so for the token endpoint, too. */
  private static Rule needsTlsOrTokens(Condition condition, String name) {
    return needs(
        name + " has a meaning only with tls=true or oauth2.tokenEndpoint",
        condition,
        is(SecurityOptions.TLS, "true"),
        given(SecurityOptions.TOKEN_ENDPOINT));
  }

  private static Rule needsEffectivelyOnce(Option<?> option) {
    return needs(
        option + " has a meaning only with deduplication=effectively-once",
        given(option),
        is(DeduplicationOptions.DEDUPLICATION, "effectively-once"));
  }

  private static Rule needsSingleEntries(Option<?> option, String why) {
    return needs(
        option + " needs subEntrySize=1: the broker " + why,
        given(option),
        is(SinkOptions.SUB_ENTRY_SIZE, "1"));
  }

  private static Rule needsCreation(Option<?> option) {
    return needs(
        "set createStream=true, or drop " + option + ": it describes what a write creates",
        given(option),
        is(CreationOptions.CREATE_STREAM, "true"));
  }

  private static Rule needsSuperStream(Option<?> option) {
    return needs(
        "set superstream instead of stream, or drop "
            + option
            + ": a plain stream has no partitions",
        given(option),
        given(TargetOptions.SUPERSTREAM));
  }

  /** The option {@code detail} is given exactly where {@code option} has this value. */
  private static Rule pair(Option<?> option, String value, Option<?> detail) {
    return allOrNone(
        "%s=%s and %s belong together; set both or none".formatted(option, value, detail),
        is(option, value),
        given(detail));
  }
}
