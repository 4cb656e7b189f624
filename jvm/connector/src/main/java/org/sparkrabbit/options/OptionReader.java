package org.sparkrabbit.options;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.sparkrabbit.errors.InvalidOptionsException;

/** Reads the text of options and remembers every problem until it has seen them all. */
final class OptionReader {
  private final Map<String, String> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Set<Option<?>> reported = new HashSet<>();
  private final List<String> problems = new ArrayList<>();

  OptionReader(Map<String, String> given) {
    given.forEach(
        (name, text) -> {
          if (text != null) {
            this.given.put(name, text);
          }
        });
  }

  Set<String> names() {
    return given.keySet();
  }

  boolean has(Option<?> option) {
    return text(option) != null;
  }

  /** What counts when options are combined: what is given, else the default, in lower case. */
  String effectiveText(Option<?> option) {
    String text = text(option);
    if (text == null && option == SecurityOptions.TLS && usesEncryptedUris()) {
      return "true";
    }
    String effective = text == null ? option.standardText().orElse("") : text;
    return effective.trim().toLowerCase(Locale.ROOT);
  }

  private boolean usesEncryptedUris() {
    String uris = text(TargetOptions.URIS);
    // Where they are a reference, only the node that connects knows.
    return uris != null
        && (uris.trim().startsWith("rabbitmq-stream+tls:")
            || new Secret(uris.trim()).isReference());
  }

  /**
   * The value of an option: what is given, else the default, else null. A wrong text is reported
   * once, and gives the default, too.
   */
  <T> T read(Option<T> option) {
    String text = text(option);
    if (text != null) {
      try {
        return option.kind().parser().apply(text);
      } catch (IllegalArgumentException e) {
        if (reported.add(option)) {
          problem(wrong(option, text));
        }
      }
    }
    return option.standardText().map(option.kind().parser()).orElse(null);
  }

  /** Reports what is wrong with any of them in the order in which they are documented. */
  void readAll() {
    for (Option<?> option : OptionTable.ALL) {
      List<String> names = namesGiven(option);
      if (names.size() > 1) {
        problem(
            "%s are one option under several names; keep one"
                .formatted(String.join(" and ", names)));
      }
      read(option);
    }
  }

  private List<String> namesGiven(Option<?> option) {
    return Stream.concat(Stream.of(option.name()), option.aliases().stream())
        .filter(given::containsKey)
        .toList();
  }

  Duration millis(Option<Long> option) {
    return Duration.ofMillis(read(option));
  }

  int count(Option<Long> option) {
    return Math.toIntExact(read(option));
  }

  private static String wrong(Option<?> option, String text) {
    // An at sign may follow a password that stands where none belongs.
    String shown = option.isSecret() || text.contains("@") ? "(not shown)" : "'" + text + "'";
    String standard = option.standard().map(" Without it: %s."::formatted).orElse("");
    return "%s %s %s. %s%s"
        .formatted(option, shown, option.kind().rule(), option.saying(), standard);
  }

  private String text(Option<?> option) {
    List<String> names = namesGiven(option);
    return names.isEmpty() ? null : given.get(names.get(0));
  }

  void problem(String sentence) {
    problems.add(sentence);
  }

  void throwIfAnyProblem() {
    if (!problems.isEmpty()) {
      throw new InvalidOptionsException(problems);
    }
  }
}
