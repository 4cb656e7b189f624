package org.sparkrabbit.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
}
