package org.sparkrabbit.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OptionTableTest {
  @Test
  void every_option_of_the_specification_is_there() {
    Set<String> names = OptionTable.ALL.stream().map(Option::name).collect(Collectors.toSet());
    List<String> missing =
        Stream.of(
                "endpoints uris username password vhost stream superstream consumerName",
                "metadataFields failOnDataLoss addressResolverClass startingOffsets startingOffset",
                "startingTimestamp endingOffsets endingOffset maxRecordsPerTrigger",
                "maxBytesPerTrigger minPartitions serverSideOffsetTracking filterValues",
                "filterMatchUnfiltered filterPostFilterClass filterWarningOnMismatch pollTimeoutMs",
                "maxWaitMs initialCredits queueCapacity estimatedMessageSizeBytes producerName",
                "publisherConfirmTimeoutMs maxInFlight enqueueTimeoutMs batchSize compression",
                "batchPublishingDelayMs subEntrySize routingStrategy partitionerClass",
                "filterValuePath filterValueExtractorClass ignoreUnknownColumns",
                "startingOffsetsByTimestamp endingOffsetsByTimestamp endingTimestamp",
                "startingOffsetsByTimestampStrategy minOffsetsPerTrigger maxTriggerDelay",
                "maxRecordsPerPartition singleActiveConsumer environmentId rpcTimeoutMs",
                "environmentIdleTimeoutMs requestedHeartbeatSeconds locatorConnectionCount",
                "forceReplicaForConsumers forceLeaderForProducers recoveryBackOffDelayPolicy",
                "topologyUpdateBackOffDelayPolicy maxProducersByConnection dynamicBatch",
                "maxConsumersByConnection maxTrackingConsumersByConnection retryOnRecovery",
                "hashFunctionClass compressionCodecFactoryClass loadBalancer addressMap",
                "tls.caCertificate tls.certificate tls.privateKey tls.hostnameVerification",
                "oauth2.tokenEndpoint oauth2.clientId oauth2.clientSecret oauth2.scope",
                "createStream maxAge maxLengthBytes maxSegmentSizeBytes filterSize",
                "initialClusterSize partitions bindingKeys")
            .flatMap(line -> Stream.of(line.split(" ")))
            .filter(name -> !names.contains(name))
            .toList();
    assertEquals(List.of(), missing);
  }

  @Test
  void no_two_names_are_one() {
    List<String> names = new ArrayList<>(OptionTable.REMOVED.keySet());
    OptionTable.ALL.forEach(option -> names.add(option.name()));
    OptionTable.ALL.forEach(option -> names.addAll(option.aliases()));
    Set<String> plain =
        names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    assertEquals(names.size(), plain.size());
    Set<String> arguments = new HashSet<>();
    OptionTable.ALL.forEach(option -> arguments.add(PythonTable.argumentOf(option)));
    assertEquals(OptionTable.ALL.size(), arguments.size());
  }

  @Test
  void options_stand_together_by_their_sections() {
    List<Section> sections = OptionTable.ALL.stream().map(Option::section).distinct().toList();
    assertEquals(List.of(Section.values()), sections);
  }

  @Test
  void every_option_is_documented_by_sentences() {
    for (Option<?> option : OptionTable.ALL) {
      assertTrue(option.saying().matches("(?s)[A-Z].*\\."), option + ": " + option.saying());
      assertTrue(option.kind().rule().startsWith("must "), option + ": " + option.kind().rule());
    }
  }

  @Test
  void a_default_that_cannot_be_read_is_no_default() {
    Option<Long> option = Option.of(Section.READING, "any", Kind.wholeNumber(1, 2), "Any number.");
    assertThrows(IllegalArgumentException.class, () -> option.orElse("3"));
  }
}
