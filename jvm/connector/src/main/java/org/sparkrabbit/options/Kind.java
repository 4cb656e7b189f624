package org.sparkrabbit.options;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How the text of an option is read. The rule is what a wrong text is told; it goes on after the
 * text, as in "'x' must be true or false". {@code python} is the type of the argument in Python.
 */
record Kind<T>(String rule, String python, Function<String, T> parser, List<String> choices) {
  private static final String NAME_OF_CLASS = "[\\p{L}_$][\\w$]*(\\.[\\p{L}_$][\\w$]*)*";

  static final Kind<String> TEXT =
      of("must not be empty", "str", text -> required(!text.isBlank(), text));

  static final Kind<Boolean> TRUE_OR_FALSE =
      new Kind<>("must be true or false", "bool", Kind::flag, List.of("true", "false"));

  static final Kind<String> CLASS =
      of(
          "must be the full name of a class, as in com.example.Orders",
          "str",
          text -> required(text.trim().matches(NAME_OF_CLASS), text.trim()));

  static final Kind<Secret> SECRET =
      of("must not be empty", "str", text -> new Secret(required(!text.isBlank(), text)));

  static <T> Kind<T> of(String rule, String python, Function<String, T> parser) {
    return new Kind<>(rule, python, parser, List.of());
  }

  static Kind<Long> wholeNumber(long least, long most) {
    String rule =
        most == Long.MAX_VALUE
            ? "must be a whole number of at least " + least
            : "must be a whole number from " + least + " to " + most;
    return of(
        rule,
        "int",
        text -> {
          long number = Long.parseLong(text.trim());
          return required(least <= number && number <= most, number);
        });
  }

  static <E extends Enum<E>> Kind<E> choice(Class<E> type) {
    Map<String, E> byName =
        Arrays.stream(type.getEnumConstants())
            .collect(Collectors.toMap(Kind::nameOf, Function.identity()));
    List<String> names = Arrays.stream(type.getEnumConstants()).map(Kind::nameOf).toList();
    return new Kind<>(
        "must be one of " + String.join(", ", names),
        "str",
        text -> {
          E constant = byName.get(text.trim().toLowerCase(Locale.ROOT));
          return required(constant != null, constant);
        },
        names);
  }

  /** Items separated by commas. A rule of one item serves for all of them. */
  static <T> Kind<List<T>> list(String rule, Function<String, T> item) {
    return of(
        rule,
        "str | Sequence[str]",
        text -> {
          List<T> items =
              Arrays.stream(text.split(","))
                  .map(String::trim)
                  .filter(part -> !part.isEmpty())
                  .map(item)
                  .toList();
          return required(!items.isEmpty(), items);
        });
  }

  private static boolean flag(String text) {
    String flag = text.trim().toLowerCase(Locale.ROOT);
    return required(flag.equals("true") || flag.equals("false"), flag.equals("true"));
  }

  private static String nameOf(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  static <T> T required(boolean holds, T value) {
    if (!holds) {
      throw new IllegalArgumentException();
    }
    return value;
  }
}
