package org.sparkrabbit.options;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkrabbit.errors.InvalidOptionsException;

class GivenOptionsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"endingOffsets", "endingOffset", "endingTimestamp", "endingOffsetsByTimestamp"})
  void an_end_is_refused_in_a_streaming_read_alone(String name) {
    GivenOptions given = new GivenOptions(List.of("stream", name));
    assertEquals(
        "[RABBITMQ_STREAMS.INVALID_OPTIONS] The options cannot be used:\n  - "
            + name
            + " cannot be used in a streaming read: a streaming query has no end; stop it yourself,"
            + " or read everything up to now with the trigger availableNow",
        assertThrows(InvalidOptionsException.class, () -> given.requireFit(Use.STREAMING_READ))
            .getMessage());
    assertDoesNotThrow(() -> given.requireFit(Use.BATCH_READ));
    assertDoesNotThrow(() -> given.requireFit(Use.WRITE));
  }

  @ParameterizedTest
  @EnumSource(Use.class)
  void what_has_no_effect_is_let_through(Use use) {
    List<String> all =
        OptionTable.ALL.stream()
            .filter(option -> option.refusalIn(use).isEmpty())
            .map(Option::name)
            .toList();
    assertDoesNotThrow(() -> new GivenOptions(all).requireFit(use));
  }

  @Test
  void names_are_those_of_the_table_in_its_order() {
    OptionReader reader =
        new OptionReader(Map.of("MAXWAITMS", "1", "storeBrokerOffsets", "true", "colour", "red"));
    assertEquals(List.of("maxWaitMs", "serverSideOffsetTracking"), GivenOptions.of(reader).names());
  }
}
