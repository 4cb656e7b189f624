package org.sparkrabbit.options;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.errors.InvalidOptionsException;
import org.sparkrabbit.plan.Moment;
import org.sparkrabbit.plan.Position;
import org.sparkrabbit.plan.Positions;
import org.sparkrabbit.rows.SourceColumn;

class TableSettingsTest {
  private static final Map<String, String> LEAST =
      Map.of("endpoints", "rabbit", "stream", "orders");

  @Test
  void what_is_not_given_is_as_the_specification_says() {
    assertEquals(
        new TableSettings(
            new ConnectionSettings(
                List.of(new Endpoint("rabbit", 0)),
                null,
                null,
                null,
                new TlsSettings(false, null, null, null, null, null, true, false),
                new Reach.Directly(),
                new Tuning(
                    "spark-rabbitmq-streams",
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(60),
                    1,
                    false,
                    true,
                    new BackOff(Duration.ofSeconds(5), Duration.ofSeconds(5), null),
                    new BackOff(Duration.ofSeconds(5), Duration.ofSeconds(1), null),
                    256,
                    256,
                    null)),
            new Target.Stream("orders"),
            new ReadSettings(
                null,
                new Positions.Everywhere(new Position.Latest()),
                false,
                List.of(
                    "properties",
                    "application_properties",
                    "message_annotations",
                    "creation_time",
                    "routing_key"),
                true,
                null,
                null,
                Duration.ofMinutes(5),
                Duration.ofSeconds(30),
                1,
                Integer.MAX_VALUE,
                new ReadSettings.FilterSettings(List.of(), false, null, true)),
            new StreamingSettings(
                null, null, 1024, null, Duration.ofMinutes(15), null, true, false),
            new WriteSettings(
                null,
                new DeduplicationSettings(Deduplication.NONE, List.of(), 4),
                false,
                BadRowKind.FAIL,
                null,
                Duration.ofSeconds(60),
                Duration.ofSeconds(10),
                10_000,
                100,
                Duration.ofMillis(100),
                true,
                true,
                1,
                CompressionKind.NONE,
                null,
                null,
                RoutingKind.HASH,
                null,
                null,
                null),
            new GivenOptions(List.of("stream", "endpoints"))),
        TableSettings.of(LEAST));
  }

  @Test
  void names_of_options_are_case_insensitive() {
    TableSettings settings =
        TableSettings.of(
            Map.of("ENDPOINTS", "a:1, b:2", "superStream", "orders", "maxwaitms", "7"));
    assertEquals(
        List.of(new Endpoint("a", 1), new Endpoint("b", 2)), settings.connection().endpoints());
    assertEquals(new Target.SuperStream("orders"), settings.target());
    assertEquals(Duration.ofMillis(7), settings.reading().patience());
  }

  @Test
  void an_alias_is_the_option() {
    assertFalse(with("storeBrokerOffsets", "false").streaming().storesOffsets());
    assertEquals(
        List.of("stream", "endpoints", "serverSideOffsetTracking"),
        with("STOREBROKEROFFSETS", "false").given().names());
  }

  @Test
  void an_option_and_its_alias_are_not_both_given() {
    assertEquals(
        List.of(
            "serverSideOffsetTracking and storeBrokerOffsets are one option under several names;"
                + " keep one"),
        problems(Map.of("serverSideOffsetTracking", "true", "storeBrokerOffsets", "false"), LEAST));
  }

  @Test
  void the_metadata_fields_are_those_of_the_schema() {
    assertEquals(SourceColumn.metadataNames(), SourceOptions.METADATA_FIELDS_OF_THE_SCHEMA);
  }

  @Test
  void an_option_without_a_value_is_not_given() {
    Map<String, String> options = new HashMap<>(LEAST);
    options.put("superstream", null);
    assertEquals(new Target.Stream("orders"), TableSettings.of(options).target());
  }

  @Test
  void without_a_target_there_is_nothing_to_read() {
    TableSettings settings = TableSettings.of(Map.of("endpoints", "rabbit"));
    assertEquals(new Target.EachRow(), settings.target());
    assertEquals(
        "[RABBITMQ_STREAMS.INVALID_OPTIONS] The options cannot be used:\n  - set stream or"
            + " superstream: a read needs to be told what to read",
        assertThrows(InvalidOptionsException.class, settings::requireReadable).getMessage());
    assertDoesNotThrow(TableSettings.of(LEAST)::requireReadable);
  }

  @Test
  void every_problem_is_told_at_once_in_the_order_of_the_documentation() {
    assertEquals(
        List.of(
            "maxWatMs is unknown; did you mean maxWaitMs?",
            "set either stream or superstream, and not both",
            "endpoints 'rabbit:none' must be host:port, separated by commas; an IPv6 address needs"
                + " brackets, as in [::1]:5552. Brokers to connect to, as host:port separated by"
                + " commas. Without a port, 5552, or 5551 with TLS.",
            "tls 'maybe' must be true or false. Encrypts the connections. Without it: false.",
            "maxWaitMs 'soon' must be a whole number from 1 to 31536000000. After how many"
                + " milliseconds without any progress a reading task fails. It never ends early"
                + " instead. Without it: 300000."),
        problems(
            Map.of(
                "maxWatMs", "1",
                "maxWaitMs", "soon",
                "superstream", "orders",
                "tls", "maybe",
                "endpoints", "rabbit:none"),
            Map.of("stream", "orders")));
  }

  @Test
  void what_is_only_read_for_another_option_is_told_too() {
    assertEquals(
        List.of(
            "oauth2.tokenEndpoint, oauth2.clientId and oauth2.clientSecret belong together; set all"
                + " or none",
            "oauth2.tokenEndpoint 'x' must be an http:// or https:// URL without user and password."
                + " Where tokens come from, by the OAuth 2 client credentials grant."),
        problems(Map.of("oauth2.tokenEndpoint", "x"), LEAST));
  }

  @Test
  void no_message_and_no_settings_show_a_secret() {
    Map<String, String> secrets =
        OptionTable.ALL.stream()
            .filter(Option::isSecret)
            .collect(Collectors.toMap(Option::name, option -> "-----geheim-----"));
    assertFalse(String.join("", problems(secrets, LEAST)).contains("geheim"));
    TableSettings settings =
        TableSettings.of(
            Map.of(
                "endpoints", "rabbit",
                "stream", "orders",
                "username", "me",
                "password", "geheim",
                "tls", "true",
                "tls.keystore", "/keys.p12",
                "tls.keystorePassword", "geheim",
                "tls.truststore", "/trust.p12",
                "tls.truststorePassword", "geheim"));
    assertFalse(settings.toString().contains("geheim"), settings.toString());
  }

  @Test
  void an_at_sign_hides_what_may_be_a_password() {
    List<String> problems = problems(Map.of("endpoints", "me:geheim@rabbit:1"), Map.of());
    assertTrue(problems.get(0).startsWith("endpoints (not shown) must be"), problems.get(0));
    assertFalse(String.join("", problems).contains("geheim"));
  }

  @Test
  void positions_are_what_was_written() {
    assertEquals(
        new Positions.Everywhere(new Position.AtOffset(7)),
        with("startingOffsets", "offset", "startingOffset", "7").reading().start());
    assertEquals(
        new Positions.Everywhere(new Position.AtTime(new Moment(7_200_000, true))),
        with("endingOffsets", "timestamp", "endingTimestamp", "-2h").reading().end());
    assertEquals(
        new Positions.ByStream(
            Map.of(
                "a", new Position.AtOffset(7),
                "b", new Position.Earliest(),
                "c", new Position.Latest())),
        with("startingOffsets", "{\"a\": 7, \"b\": \"earliest\", \"c\": \"latest\"}")
            .reading()
            .start());
    assertEquals(
        new Positions.ByStream(Map.of("a", new Position.AtTime(new Moment(5, false)))),
        with("endingOffsetsByTimestamp", "{\"a\": 5}").reading().end());
    assertNull(with("minPartitions", "3").reading().start());
  }

  @Test
  void what_is_missing_is_created_as_described() {
    assertNull(with("createStream", "false").writing().creation());
    assertEquals(
        new CreationSettings(null, null, null, null, null, false, null),
        with("createStream", "true").writing().creation());
    assertEquals(
        new CreationSettings(
            Duration.ofDays(7), 20_000_000_000L, 100_000_000L, 32L, 3L, false, null),
        with(
                "createStream", "true",
                "maxAge", "7d",
                "maxLengthBytes", "20gb",
                "maxSegmentSizeBytes", "100mb",
                "filterSize", "32",
                "initialClusterSize", "3")
            .writing()
            .creation());
    Map<String, String> superStream =
        Map.of("endpoints", "a", "superstream", "orders", "createStream", "true");
    assertEquals(List.of("0", "1", "2"), keys(superStream, "partitions", "3"));
    assertEquals(
        List.of("emea", "apac"),
        keys(superStream, "bindingKeys", "emea,apac", "routingStrategy", "key"));
  }

  private static List<String> keys(Map<String, String> options, String... others) {
    return settings(options, others).writing().creation().keys();
  }

  @Test
  void settings_travel_to_executors() throws Exception {
    TableSettings settings =
        with("password", "env:PASSWORD", "addressMap", "a:1=b:2", "createStream", "true");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(settings);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertEquals(settings, in.readObject());
    }
  }

  private static TableSettings with(String... namesAndValues) {
    return settings(LEAST, namesAndValues);
  }

  private static TableSettings settings(Map<String, String> least, String... namesAndValues) {
    Map<String, String> options = new HashMap<>(least);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      options.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return TableSettings.of(options);
  }

  static List<String> problems(Map<String, String> options, Map<String, String> others) {
    Map<String, String> all = new HashMap<>(others);
    all.putAll(options);
    String message =
        assertThrows(InvalidOptionsException.class, () -> TableSettings.of(all)).getMessage();
    List<String> parts = List.of(message.split("\n  - "));
    assertEquals("[RABBITMQ_STREAMS.INVALID_OPTIONS] The options cannot be used:", parts.get(0));
    return parts.subList(1, parts.size());
  }
}
