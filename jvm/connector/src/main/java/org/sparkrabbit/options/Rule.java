package org.sparkrabbit.options;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Which options go together. A combination that breaks a rule is told its sentence. */
record Rule(Quantity quantity, List<Condition> conditions, String sentence) {
  enum Quantity {
    AT_LEAST_ONE,
    AT_MOST_ONE,
    ALL_OR_NONE,
    /** Where the first condition holds, one of the others must. */
    FIRST_NEEDS_ANOTHER
  }

  static Rule atLeastOne(String sentence, Condition... conditions) {
    return new Rule(Quantity.AT_LEAST_ONE, Arrays.asList(conditions), sentence);
  }

  static Rule atMostOne(String sentence, Condition... conditions) {
    return new Rule(Quantity.AT_MOST_ONE, Arrays.asList(conditions), sentence);
  }

  static Rule allOrNone(String sentence, Condition... conditions) {
    return new Rule(Quantity.ALL_OR_NONE, Arrays.asList(conditions), sentence);
  }

  static Rule needs(String sentence, Condition first, Condition... others) {
    List<Condition> all = new ArrayList<>(List.of(first));
    all.addAll(Arrays.asList(others));
    return new Rule(Quantity.FIRST_NEEDS_ANOTHER, List.copyOf(all), sentence);
  }

  boolean isBroken(OptionReader options) {
    long holding = conditions.stream().filter(condition -> condition.holds(options)).count();
    return switch (quantity) {
      case AT_LEAST_ONE -> holding == 0;
      case AT_MOST_ONE -> holding > 1;
      case ALL_OR_NONE -> holding != 0 && holding != conditions.size();
      case FIRST_NEEDS_ANOTHER -> conditions.get(0).holds(options) && holding == 1;
    };
  }
}
