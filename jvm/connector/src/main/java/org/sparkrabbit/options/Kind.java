package org.sparkrabbit.options;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How the text of an option is read. The form is its name, in the documentation and for the checks
 * in Python; the limits are its bounds or its choices. The rule is what a wrong text is told; it
 * goes on after the text, as in "'x' must be true or false". {@code python} is the type of the
 * argument in Python.
 */
record Kind<T>(
    String form, List<?> limits, String rule, String python, Function<String, T> parser) {
  private static final String NAME_OF_CLASS = "[\\p{L}_$][\\w$]*(\\.[\\p{L}_$][\\w$]*)*";

  static final Kind<String> TEXT =
      of("text", "must not be empty", "str", text -> required(!text.isBlank(), text));

  static final Kind<Boolean> TRUE_OR_FALSE =
      of("true or false", "must be true or false", "bool", Kind::flag);

  static final Kind<String> CLASS =
      of(
          "class",
          "must be the full name of a class, as in com.example.Orders",
          "str",
          text -> required(text.trim().matches(NAME_OF_CLASS), text.trim()));

  static final Kind<Secret> SECRET =
      of("secret", "must not be empty", "str", text -> new Secret(required(!text.isBlank(), text)));

  static <T> Kind<T> of(String form, String rule, String python, Function<String, T> parser) {
    return new Kind<>(form, List.of(), rule, python, parser);
  }

  static Kind<String> shortText(int mostBytes) {
    return new Kind<>(
        "short text",
        List.of(mostBytes),
        "must not be empty, and no longer than " + mostBytes + " bytes in UTF-8",
        "str",
        text -> {
          boolean isShort = text.getBytes(StandardCharsets.UTF_8).length <= mostBytes;
          return required(!text.isBlank() && isShort, text);
        });
  }

  static Kind<Long> wholeNumber(long least, long most) {
    String rule =
        most == Long.MAX_VALUE
            ? "must be a whole number of at least " + least
            : "must be a whole number from " + least + " to " + most;
    return new Kind<>(
        "whole number",
        List.of(least, most),
        rule,
        "int",
        text -> {
          long number = Long.parseLong(text.trim());
          return required(least <= number && number <= most, number);
        });
  }

  static <E extends Enum<E>> Kind<E> choice(Class<E> type) {
    return choice(
        type, Arrays.stream(type.getEnumConstants()).map(Kind::nameOf).toArray(String[]::new));
  }

  /** The names are those of the constants in their order, in the case in which they are shown. */
  static <E extends Enum<E>> Kind<E> choice(Class<E> type, String... shown) {
    List<String> names = Arrays.asList(shown);
    Map<String, E> byName = new HashMap<>();
    for (E constant : type.getEnumConstants()) {
      byName.put(names.get(constant.ordinal()).toLowerCase(Locale.ROOT), constant);
    }
    return new Kind<>(
        "choice",
        names,
        "must be one of " + String.join(", ", names),
        names.stream().collect(Collectors.joining("\", \"", "Literal[\"", "\"]")),
        text -> {
          E constant = byName.get(text.trim().toLowerCase(Locale.ROOT));
          return required(constant != null, constant);
        });
  }

  /** Items separated by commas. A rule of one item serves for all of them. */
  static <T> Kind<List<T>> list(
      String form, List<?> limits, String rule, Function<String, T> item) {
    Kind<List<T>> any = anyList(form, limits, rule, item);
    return new Kind<>(
        form,
        limits,
        rule,
        any.python(),
        text -> {
          List<T> items = any.parser().apply(text);
          return required(!items.isEmpty(), items);
        });
  }

  /** The same, which may have no item. */
  static <T> Kind<List<T>> anyList(
      String form, List<?> limits, String rule, Function<String, T> item) {
    return new Kind<>(
        form,
        limits,
        rule,
        "str | Sequence[str]",
        text ->
            Arrays.stream(text.split(","))
                .map(String::trim)
                .filter(part -> !part.isEmpty())
                .map(item)
                .toList());
  }

  private static boolean flag(String text) {
    String flag = text.trim().toLowerCase(Locale.ROOT);
    return required(flag.equals("true") || flag.equals("false"), flag.equals("true"));
  }

  private static String nameOf(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static <T> T required(boolean holds, T value) {
    if (!holds) {
      throw new IllegalArgumentException();
    }
    return value;
  }
}
