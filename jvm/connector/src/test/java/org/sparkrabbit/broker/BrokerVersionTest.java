package org.sparkrabbit.broker;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

class BrokerVersionTest {
  @ParameterizedTest
  @CsvSource({
    "3.10.8, false",
    "3.11.0, true",
    "3.9.29, false",
    "4.0.5, true",
    "4.3.6+4.gabcdef, true",
    "some-branch, true"
  })
  void releases_from_3_11_on_are_supported(String version, boolean supported) {
    assertEquals(
        supported, BrokerVersion.parse(version).compareTo(BrokerVersion.OLDEST_SUPPORTED) >= 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.13.0", "4.0.5", "4.3.6", "some-branch"})
  void filters_are_there_from_3_13_on(String version) {
    assertDoesNotThrow(() -> BrokerVersion.parse(version).requireFilters("filterValuePath"));
  }

  @ParameterizedTest
  @CsvSource({"3.11.0, false", "3.12.14, false", "3.13.0, true", "4.0.5, true", "main, true"})
  void super_streams_are_created_by_clients_from_3_13_on(String version, boolean created) {
    BrokerVersion broker = BrokerVersion.parse(version);
    if (created) {
      assertDoesNotThrow(() -> broker.requireCreationOfSuperStreams("orders"));
      return;
    }
    RabbitStreamsException refused =
        assertThrows(
            RabbitStreamsException.class, () -> broker.requireCreationOfSuperStreams("orders"));
    assertEquals(ErrorCode.BROKER_TOO_OLD, refused.code());
    assertTrue(
        refused
            .getMessage()
            .contains("The super stream 'orders' is missing, and to create it takes RabbitMQ 3.13"),
        refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.11.0", "3.12.14"})
  void an_option_that_needs_filters_is_named_where_there_are_none(String version) {
    RabbitStreamsException refused =
        assertThrows(
            RabbitStreamsException.class,
            () -> BrokerVersion.parse(version).requireFilters("filterValuePath"));
    assertEquals(ErrorCode.BROKER_TOO_OLD, refused.code());
    assertTrue(
        refused.getMessage().contains("The option filterValuePath needs RabbitMQ 3.13"),
        refused.getMessage());
  }
}
