package org.sparkrabbit.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;

class UnknownOptionsTest {
  private static final Map<String, String> LEAST =
      Map.of("endpoints", "rabbit", "stream", "orders");

  @ParameterizedTest
  @CsvSource({
    "endpoint, endpoints",
    "stream_, stream",
    "super-stream, superstream",
    "startingOfsets, startingOffsets",
    "maxWaitSm, maxWaitMs",
    "tlstruststore, tls.truststore",
    "OAUTH2_CLIENT_ID, oauth2.clientId",
    "storeBrokerOffset, storeBrokerOffsets",
    "passwort, password",
    "host, vhost"
  })
  void a_misspelt_name_is_told_the_right_one(String misspelt, String meant) {
    assertEquals(
        List.of(misspelt + " is unknown; did you mean " + meant + "?"),
        TableSettingsTest.problems(Map.of(misspelt, "x"), LEAST));
  }

  @ParameterizedTest
  @CsvSource({
    "filterValueColumn, name the place of the filter value with filterValuePath",
    "FILTERPOSTFILTERCLASSV2, filterPostFilterClass sees the whole message",
    "path, name the stream with the option stream or superstream"
  })
  void a_removed_name_is_told_its_successor(String removed, String successor) {
    List<String> problems = TableSettingsTest.problems(Map.of(removed, "x"), LEAST);
    assertEquals(1, problems.size());
    assertTrue(problems.get(0).matches(removed + " (was removed|is no option).*"), removed);
    assertTrue(problems.get(0).contains(successor), problems.get(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kafka.bootstrap.servers", "mergeSchema", "user", "tl"})
  void a_name_of_somebody_else_is_let_through(String name) {
    assertEquals(List.of(name), UnknownOptions.look(new OptionReader(Map.of(name, "x"))));
  }

  @Test
  void what_spark_hands_to_everyone_is_known() {
    Map<String, String> sparks =
        Map.of("checkpointLocation", "/tmp", "queryName", "sales", "STREAM", "orders");
    assertEquals(List.of(), UnknownOptions.look(new OptionReader(sparks)));
  }

  @Test
  void a_warning_is_given_once() {
    List<String> said = new ArrayList<>();
    Logger log = recording(said);
    Once.warn(log, List.of("colour", "shape"), "Ignored in this test: {}");
    Once.warn(log, List.of("colour", "shape"), "Ignored in this test: {}");
    Once.warn(log, List.of("colour"), "Ignored in this test: {}");
    Once.warn(log, List.of(), "Ignored in this test: {}");
    assertEquals(
        List.of("[Ignored in this test: {}, colour, shape]", "[Ignored in this test: {}, colour]"),
        said);
  }

  private static Logger recording(List<String> said) {
    return (Logger)
        Proxy.newProxyInstance(
            Logger.class.getClassLoader(),
            new Class<?>[] {Logger.class},
            (proxy, method, arguments) -> {
              assertEquals("warn", method.getName());
              said.add(Arrays.toString(arguments));
              return null;
            });
  }
}
