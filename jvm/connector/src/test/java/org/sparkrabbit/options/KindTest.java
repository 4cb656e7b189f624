package org.sparkrabbit.options;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KindTest {
  private static final Set<String> OF_ANY_TEXT =
      Set.of("text", "short text", "secret", "private key", "values", "keys");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stream                     | orders",
        "tls                        | TRUE",
        "tls                        | ' false '",
        "maxInFlight                | 1",
        "maxInFlight                | 1000000",
        "startingOffset             | 9223372036854775807",
        "compression                | ZSTD",
        "onDataError                | deadLetter",
        "onDataError                | ' DEADLETTER'",
        "filterPostFilterClass      | Filter",
        "filterPostFilterClass      | com.example.Örders$Inner_1",
        "endpoints                  | 'rabbit, [::1]:5552, , rabbit-2:1'",
        "uris                       | 'rabbitmq-stream://a:1/v, rabbitmq-stream://[::1]'",
        "uris                       | rabbitmq-stream+tls://a",
        "uris                       | ' env:URIS '",
        "addressMap                 | 'a:1 = b:2, [::1]:1=c:3'",
        "tls.privateKey             | /keys/client.pem",
        "tls.privateKey             | env:KEY",
        "oauth2.tokenEndpoint       | https://login.example.com/token?a=b",
        "startingOffsets            | Earliest",
        "startingOffsets            | '{\"a\": 0, \"b\": \"earliest\", \"c\": \"17\"}'",
        "endingOffsets              | '{\"a\": \"latest\"}'",
        "startingTimestamp          | 0",
        "startingTimestamp          | 2026-01-31T12:00:00.5+01:00",
        "startingTimestamp          | -7d",
        "startingOffsetsByTimestamp | '{\"a\": 1, \"b\": \"-90s\", \"c\": \"2026-01-31T12:00Z\"}'",
        "metadataFields             | 'routing_key, properties'",
        "filterValues               | 'north, south'",
        "maxTriggerDelay            | 500",
        "recoveryBackOffDelayPolicy | '5s, 1s, 10m'",
        "maxAge                     | 7d",
        "maxAge                     | 7D",
        "maxAge                     | ' P5DT8H '",
        "maxLengthBytes             | 20gb",
        "maxLengthBytes             | 9223372036854775807",
        "maxSegmentSizeBytes        | 3 GB",
        "bindingKeys                | 'emea, apac,'",
        "metadataFields             | ''",
        "metadataFields             | 'properties, routing_key'",
        "filterValuePath            | application_properties.a.b",
        "filterValuePath            | properties.subject",
      })
  void a_text_is_taken(String name, String text) {
    assertDoesNotThrow(() -> parsed(name, text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stream                     | ' '",
        "password                   | ''",
        "tls                        | yes",
        "maxInFlight                | 0",
        "maxInFlight                | 2147483648",
        "startingOffset             | -1",
        "startingOffset             | 9223372036854775808",
        "startingOffset             | 1.0",
        "compression                | brotli",
        "onDataError                | dead_letter",
        "filterPostFilterClass      | com..Filter",
        "filterPostFilterClass      | 1Filter",
        "endpoints                  | ','",
        "endpoints                  | rabbit:0",
        "endpoints                  | rabbit:65536",
        "endpoints                  | rabbit:x",
        "endpoints                  | ::1",
        "endpoints                  | :5552",
        "endpoints                  | 'rab bit'",
        "endpoints                  | rabbit/vhost",
        "endpoints                  | me@rabbit",
        "endpoints                  | rabbit]",
        "uris                       | ''",
        "uris                       | amqp://a",
        "uris                       | rabbitmq-stream://me:pass@a",
        "uris                       | rabbitmq-stream://me@a",
        "uris                       | rabbitmq-stream:a",
        "uris                       | rabbitmq-stream://a b",
        "uris                       | rabbitmq-stream://a:0",
        "uris                       | rabbitmq-stream://a:65536",
        "uris                       | rabbitmq-stream://a?heartbeat=1",
        "uris                       | rabbitmq-stream://a#b",
        "uris                       | 'rabbitmq-stream://a,rabbitmq-stream+tls://b'",
        "addressMap                 | a:1",
        "addressMap                 | a=b",
        "addressMap                 | a:1=b",
        "addressMap                 | 'a:1=b:2,a:1=c:3'",
        "addressMap                 | 'a:1=b:2,'",
        "tls.privateKey             | '-----BEGIN PRIVATE KEY-----'",
        "tls.privateKey             | ' '",
        "tls.privateKey             | MC4CAQAwBQYDK2VwBCIEIBase64OfAKeyWithoutItsHead+/=",
        "oauth2.tokenEndpoint       | ftp://login",
        "oauth2.tokenEndpoint       | https:login",
        "oauth2.tokenEndpoint       | https://me:pass@login",
        "startingOffsets            | tomorrow",
        "startingOffsets            | '{}'",
        "startingOffsets            | '{\"a\": -1}'",
        "startingOffsets            | '{\"a\": 1, \"a\": 2}'",
        "startingOffsets            | '{\"a\": true}'",
        "startingOffsets            | '{\"a\": 1} {}'",
        "startingOffsets            | '{\"a\": 1'",
        "endingOffsets              | earliest",
        "endingOffsets              | '{\"a\": \"earliest\"}'",
        "startingTimestamp          | 2026-01-31T12:00:00",
        "startingTimestamp          | 1969-12-31T23:59:59Z",
        "startingTimestamp          | -2w",
        "startingTimestamp          | -1",
        "startingOffsetsByTimestamp | '{\"a\": \"noon\"}'",
        "startingOffsetsByTimestamp | -2h",
        "metadataFields             | 'properties,value'",
        "filterValues               | ' , '",
        "maxTriggerDelay            | 15 min",
        "recoveryBackOffDelayPolicy | '5s,1s,10m,1h'",
        "recoveryBackOffDelayPolicy | '5s,'",
        "maxAge                     | 7",
        "maxAge                     | 6M",
        "maxAge                     | 500ms",
        "maxAge                     | 0d",
        "maxAge                     | PT0S",
        "maxAge                     | P",
        "maxAge                     | P7DT",
        "maxAge                     | P1Y",
        "maxAge                     | PT1.5S",
        "maxLengthBytes             | 0",
        "maxLengthBytes             | 9223372036854775808",
        "maxLengthBytes             | 9300000tb",
        "maxLengthBytes             | 1kib",
        "maxLengthBytes             | 1.5gb",
        "maxSegmentSizeBytes        | 3000000001",
        "filterSize                 | 15",
        "initialClusterSize         | 0",
        "partitions                 | 0",
        "bindingKeys                | ','",
        "bindingKeys                | 'emea,apac,emea'",
        "filterValuePath            | application_properties.",
        "filterValuePath            | .region",
        "filterValuePath            | properties.user_id",
        "filterValuePath            | header.durable",
      })
  void a_text_is_refused(String name, String text) {
    assertThrows(IllegalArgumentException.class, () -> parsed(name, text));
  }

  @Test
  void texts_become_values() {
    assertEquals(true, parsed("tls", " True "));
    assertEquals(7L, parsed("maxInFlight", " 7 "));
    assertEquals(CompressionKind.LZ4, parsed("compression", "Lz4"));
    assertEquals(
        List.of(new Endpoint("a", 1), new Endpoint("::1", 0)), parsed("endpoints", "a:1,[::1]"));
    assertEquals(
        Map.of(new Endpoint("a", 1), new Endpoint("b", 2)), parsed("addressMap", "a:1=b:2"));
    assertEquals(List.of("north", "south"), parsed("filterValues", " north ,, south"));
    assertEquals(Duration.ofMillis(500), parsed("maxTriggerDelay", "500"));
    assertEquals(
        new BackOff(Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofMinutes(10)),
        parsed("recoveryBackOffDelayPolicy", "5s,1s,10m"));
    assertEquals(
        new FilterPath("application_properties", "a.b"),
        parsed("filterValuePath", "application_properties.a.b"));
    assertEquals("earliest", parsed("startingOffsets", " EARLIEST "));
    assertEquals(Duration.ofDays(7), parsed("maxAge", "7D"));
    assertEquals(Duration.ofMinutes(15), parsed("maxAge", "15m"));
    assertEquals(Duration.ofHours(128), parsed("maxAge", "P5DT8H"));
    assertEquals(20_000_000_000L, parsed("maxLengthBytes", "20Gb"));
    assertEquals(500L, parsed("maxLengthBytes", " 500 "));
    assertEquals(List.of("emea", "apac"), parsed("bindingKeys", " emea ,apac"));
  }

  @Test
  void a_producer_name_leaves_room_for_what_tells_its_task() {
    assertEquals("é".repeat(100), parsed("producerName", "é".repeat(100)));
    assertThrows(
        IllegalArgumentException.class, () -> parsed("producerName", "é".repeat(100) + "x"));
  }

  @Test
  void every_option_tells_a_wrong_text() {
    Set<String> speechless =
        OptionTable.ALL.stream()
            .filter(option -> !OF_ANY_TEXT.contains(option.kind().form()))
            .filter(option -> takes(option, "a wrong text,"))
            .map(Option::name)
            .collect(Collectors.toSet());
    assertEquals(Set.of(), speechless);
  }

  private static boolean takes(Option<?> option, String text) {
    try {
      option.kind().parser().apply(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static Object parsed(String name, String text) {
    Option<?> named =
        OptionTable.ALL.stream()
            .filter(option -> option.name().equals(name))
            .findFirst()
            .orElseThrow();
    return named.kind().parser().apply(text);
  }
}
