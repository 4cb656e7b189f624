package org.sparkrabbit.options;

import java.util.Arrays;
import java.util.List;

/**
 * An option is given; or, where values are named, it has one of them, given or by default, or has
 * none of them.
 */
record Condition(Option<?> option, List<String> values, boolean isAmongThem) {
  static Condition given(Option<?> option) {
    return new Condition(option, List.of(), true);
  }

  static Condition is(Option<?> option, String... values) {
    return new Condition(option, Arrays.asList(values), true);
  }

  static Condition isNot(Option<?> option, String... values) {
    return new Condition(option, Arrays.asList(values), false);
  }

  boolean holds(OptionReader options) {
    return values.isEmpty()
        ? options.has(option)
        : values.contains(options.effectiveText(option)) == isAmongThem;
  }
}
