package org.sparkrabbit.options;

import java.util.function.Function;

/** One option: its name, how its text is read, and the sentence that documents it. */
record Option<T>(String name, boolean isSecret, Function<String, T> parser, String saying) {

  static Option<String> text(String name, String saying) {
    return new Option<>(name, false, Option::nonBlank, saying);
  }

  static Option<Secret> secret(String name, String saying) {
    return new Option<>(name, true, Secret::new, saying);
  }

  static <T> Option<T> of(String name, Function<String, T> parser, String saying) {
    return new Option<>(name, false, parser, saying);
  }

  private static String nonBlank(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("it is empty");
    }
    return text;
  }
}
