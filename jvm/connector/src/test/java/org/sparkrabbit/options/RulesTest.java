package org.sparkrabbit.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class RulesTest {
  private static final String OAUTH =
      "oauth2.tokenEndpoint=https://login oauth2.clientId=me oauth2.clientSecret=s ";

  /** The head of a rule's sentence, options that break it, and options that keep it. */
  private record Case(String sentence, String broken, String kept) {}

  private static final List<Case> CASES =
      List.of(
          new Case("set either stream or superstream", "stream=a superstream=b", "superstream=b"),
          new Case("set either stream or superstream", "stream=a superstream=b", "endpoints=a"),
          new Case("set endpoints", "stream=a", "endpoints=a"),
          new Case("set endpoints", "superstream=a", "uris=env:URIS"),
          new Case(
              "loadBalancer, addressMap",
              "loadBalancer=true addressMap=a:1=b:2",
              "loadBalancer=false addressMap=a:1=b:2"),
          new Case(
              "loadBalancer, addressMap",
              "addressMap=a:1=b:2 addressResolverClass=A",
              "addressResolverClass=A"),
          new Case(
              "tls.truststorePassword",
              "tls.truststorePassword=a",
              "tls.truststorePassword=a tls.truststore=/b"),
          new Case(
              "tls.keystorePassword",
              "tls.keystorePassword=a",
              "tls.keystorePassword=a tls.keystore=/b"),
          new Case(
              "tls.certificate and tls.privateKey",
              "tls.certificate=/a",
              "tls.certificate=/a tls.privateKey=/b"),
          new Case("tls.certificate and tls.privateKey", "tls.privateKey=/b", "tls=true"),
          new Case(
              "tls.truststore and tls.caCertificate",
              "tls.truststore=/a tls.caCertificate=/b",
              "tls.truststore=/a tls.trustAll=false"),
          new Case(
              "tls.truststore and tls.caCertificate",
              "tls.caCertificate=/b tls.trustAll=true",
              "tls.trustAll=true"),
          new Case(
              "tls.keystore and tls.certificate",
              "tls.keystore=/a tls.certificate=/b",
              "tls.keystore=/a"),
          new Case(
              "tls.caCertificate has", "tls.caCertificate=/a", "tls=true tls.caCertificate=/a"),
          new Case(
              "tls.certificate has",
              "tls=false tls.certificate=/a",
              "uris=rabbitmq-stream+tls://a tls.certificate=/a"),
          new Case(
              "tls.truststore has",
              "uris=rabbitmq-stream://a tls.truststore=/a",
              "uris=env:URIS tls.truststore=/a"),
          new Case("tls.keystore has", "tls.keystore=/a", "tls=TRUE tls.keystore=/a"),
          new Case("tls.trustAll has", "tls.trustAll=true", "tls=true tls.trustAll=true"),
          new Case("tls.caCertificate has", "tls.caCertificate=/a", OAUTH + "tls.caCertificate=/a"),
          new Case("oauth2.tokenEndpoint, oauth2.clientId", "oauth2.clientId=me", OAUTH),
          new Case("oauth2.scope has", "oauth2.scope=read", OAUTH + "oauth2.scope=read"),
          new Case("oauth2.clientId and username", OAUTH + "username=me", "username=me"),
          new Case("oauth2.clientId and password", OAUTH + "password=p", "password=p"),
          new Case(
              "startingOffsets=offset and",
              "startingOffsets=offset",
              "startingOffsets=offset startingOffset=1"),
          new Case("startingOffsets=offset and", "startingOffset=1", "startingOffsets=latest"),
          new Case(
              "startingOffsets=timestamp and",
              "startingOffsets=timestamp",
              "startingOffsets=timestamp startingTimestamp=1"),
          new Case(
              "endingOffsets=offset and", "endingOffset=1", "endingOffsets=OFFSET endingOffset=1"),
          new Case(
              "endingOffsets=timestamp and",
              "endingOffsets=timestamp",
              "endingOffsets=timestamp endingTimestamp=1"),
          new Case(
              "startingOffsets and startingOffsetsByTimestamp",
              "startingOffsets=latest startingOffsetsByTimestamp={\"a\":1}",
              "startingOffsetsByTimestamp={\"a\":1}"),
          new Case(
              "endingOffsets and endingOffsetsByTimestamp",
              "endingOffsets=latest endingOffsetsByTimestamp={\"a\":1}",
              "endingOffsetsByTimestamp={\"a\":1}"),
          new Case(
              "startingOffsetsByTimestampStrategy has",
              "startingOffsetsByTimestampStrategy=error",
              "startingOffsetsByTimestampStrategy=error startingOffsetsByTimestamp={\"a\":1}"),
          new Case(
              "startingOffsetsByTimestampStrategy has",
              "startingOffsetsByTimestampStrategy=latest startingOffsets=latest",
              "startingOffsetsByTimestampStrategy=error startingOffsets=timestamp"),
          new Case(
              "maxTriggerDelay has",
              "maxTriggerDelay=1m",
              "maxTriggerDelay=1m minOffsetsPerTrigger=5"),
          new Case(
              "singleActiveConsumer=true needs",
              "singleActiveConsumer=true",
              "singleActiveConsumer=true consumerName=a"),
          new Case(
              "filterMatchUnfiltered=true has",
              "filterMatchUnfiltered=true",
              "filterMatchUnfiltered=true filterValues=a"),
          new Case("compression packs", "compression=gzip", "compression=none"),
          new Case(
              "compression packs",
              "compression=ZSTD subEntrySize=1",
              "compression=zstd subEntrySize=2"),
          new Case(
              "filterValuePath needs subEntrySize=1",
              "subEntrySize=2 filterValuePath=properties.to",
              "subEntrySize=1 filterValuePath=properties.to"),
          new Case(
              "filterValueExtractorClass needs subEntrySize=1",
              "subEntrySize=2 filterValueExtractorClass=A",
              "filterValueExtractorClass=A"),
          new Case(
              "producerName needs subEntrySize=1",
              "subEntrySize=2 producerName=a",
              "subEntrySize=1 producerName=a"),
          new Case(
              "deduplication=effectively-once needs subEntrySize=1",
              "deduplication=Effectively-Once subEntrySize=2",
              "deduplication=effectively-once"),
          new Case(
              "orderingColumns has",
              "orderingColumns=id",
              "orderingColumns=id deduplication=effectively-once"),
          new Case(
              "deduplicationWriters has",
              "deduplicationWriters=2 deduplication=none",
              "deduplicationWriters=2 deduplication=effectively-once"),
          new Case(
              "filterValuePath and filterValueExtractorClass",
              "filterValuePath=properties.to filterValueExtractorClass=A",
              "filterValuePath=properties.to"),
          new Case(
              "onDataError=deadLetter and",
              "onDataError=DEADLETTER",
              "onDataError=deadletter deadLetterStream=a"),
          new Case("onDataError=deadLetter and", "deadLetterStream=a", "onDataError=skip"),
          new Case(
              "routingStrategy=custom and",
              "routingStrategy=custom",
              "routingStrategy=custom partitionerClass=A"),
          new Case("routingStrategy=custom and", "partitionerClass=A", "routingStrategy=key"),
          new Case(
              "hashFunctionClass has",
              "routingStrategy=key hashFunctionClass=A",
              "hashFunctionClass=A"),
          new Case(
              "set createStream=true, or drop maxAge",
              "maxAge=20d",
              "maxAge=20d createStream=true"),
          new Case(
              "set createStream=true, or drop maxLengthBytes",
              "maxLengthBytes=20",
              "maxLengthBytes=20 createStream=true"),
          new Case(
              "set createStream=true, or drop maxSegmentSizeBytes",
              "maxSegmentSizeBytes=20",
              "maxSegmentSizeBytes=20 createStream=true"),
          new Case(
              "set createStream=true, or drop filterSize",
              "filterSize=20",
              "filterSize=20 createStream=true"),
          new Case(
              "set createStream=true, or drop initialClusterSize",
              "initialClusterSize=20",
              "initialClusterSize=20 createStream=true"),
          new Case(
              "set createStream=true, or drop partitions",
              "partitions=20",
              "partitions=20 createStream=true"),
          new Case(
              "set createStream=true, or drop bindingKeys",
              "bindingKeys=20",
              "bindingKeys=20 createStream=true"),
          new Case(
              "createStream=true needs stream or superstream",
              "endpoints=a createStream=true",
              "stream=a createStream=true"),
          new Case(
              "set superstream instead of stream, or drop partitions",
              "stream=a partitions=3",
              "superstream=a partitions=3"),
          new Case(
              "set superstream instead of stream, or drop bindingKeys",
              "stream=a bindingKeys=b",
              "superstream=a bindingKeys=b"),
          new Case(
              "createStream=true needs to know",
              "superstream=a createStream=true",
              "superstream=a createStream=true partitions=3"),
          new Case(
              "createStream=true needs to know",
              "superstream=a createStream=TRUE maxAge=7d",
              "superstream=a createStream=true bindingKeys=b"),
          new Case(
              "createStream=true needs to know",
              "superstream=a createStream=true",
              "superstream=a"),
          new Case("keep one of partitions", "partitions=3 bindingKeys=a", "partitions=3"),
          new Case("bindingKeys tell", "bindingKeys=a", "bindingKeys=a routingStrategy=key"),
          new Case(
              "bindingKeys tell",
              "bindingKeys=a routingStrategy=hash",
              "bindingKeys=a routingStrategy=custom"));

  @TestFactory
  List<DynamicTest> a_rule_is_broken_or_kept() {
    return CASES.stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.broken + " / " + each.kept,
                    () -> {
                      assertTrue(rule(each).isBroken(reader(each.broken)));
                      assertFalse(rule(each).isBroken(reader(each.kept)));
                    }))
        .toList();
  }

  @Test
  void every_rule_has_its_case() {
    Set<Rule> rules = CASES.stream().map(RulesTest::rule).collect(Collectors.toSet());
    assertEquals(new HashSet<>(Rules.ALL), rules);
  }

  private static Rule rule(Case each) {
    List<Rule> found =
        Rules.ALL.stream().filter(rule -> rule.sentence().startsWith(each.sentence)).toList();
    assertEquals(1, found.size(), each.sentence);
    return found.get(0);
  }

  private static OptionReader reader(String options) {
    Map<String, String> given = new HashMap<>();
    Arrays.stream(options.split(" "))
        .map(option -> option.split("=", 2))
        .forEach(option -> given.put(option[0], option[1]));
    return new OptionReader(given);
  }
}
