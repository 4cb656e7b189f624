package org.sparkrabbit.options;

import java.util.Arrays;
import java.util.List;

/**
 * An option is given; or, where values are named, it has one of them in any case, given or by
 * default.
 */
record Condition(Option<?> option, List<String> values) {
  static Condition given(Option<?> option) {
    return new Condition(option, List.of());
  }

  static Condition is(Option<?> option, String... values) {
    return new Condition(option, Arrays.asList(values));
  }

  boolean holds(OptionReader options) {
    return values.isEmpty()
        ? options.has(option)
        : values.stream().anyMatch(options.effectiveText(option)::equalsIgnoreCase);
  }
}
