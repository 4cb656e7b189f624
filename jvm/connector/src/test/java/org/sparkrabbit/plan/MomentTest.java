package org.sparkrabbit.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MomentTest {
  private static final long NOW = 1_767_225_600_000L;

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1767225600000, 1767225600000",
    "2026-01-01T00:00:00Z, 1767225600000",
    "2026-01-01T01:30:00+01:30, 1767225600000",
    "2025-12-31T23:59:59.999Z, 1767225599999",
    "-0s, 1767225600000",
    "-500ms, 1767225599500",
    "-90s, 1767225510000",
    "-15m, 1767224700000",
    "-2h, 1767218400000",
    "-7d, 1766620800000",
    "-90000d, 0"
  })
  void a_moment_is_read_in_each_of_its_forms(String text, long millis) {
    assertEquals(millis, Moment.parse(text).epochMillis(NOW));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "now",
        "yesterday",
        "2026-01-01",
        "2026-01-01T00:00:00",
        "1e12",
        "+5",
        "-5w",
        "-5",
        "-",
        "1969-12-31T23:59:59Z",
        "9999999999999999999"
      })
  void anything_else_is_refused(String text) {
    assertThrows(IllegalArgumentException.class, () -> Moment.parse(text));
  }

  @Test
  void a_relative_moment_moves_with_the_clock() {
    Moment hourAgo = Moment.parse("-1h");
    assertEquals(NOW - 3_600_000, hourAgo.epochMillis(NOW));
    assertEquals(NOW, hourAgo.epochMillis(NOW + 3_600_000));
  }
}
