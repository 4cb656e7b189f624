package org.sparkrabbit.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sparkrabbit.errors.InvalidOptionsException;

/** Reads the text of options and remembers every problem until it has seen them all. */
final class OptionReader {
  /** Spark hands these to every source and sink, and reads them itself. */
  private static final Set<String> SPARKS_OWN = Set.of("checkpointlocation");

  private final Map<String, String> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final List<String> problems = new ArrayList<>();

  OptionReader(Map<String, String> given) {
    this.given.putAll(given);
  }

  <T> Optional<T> read(Option<T> option) {
    String text = given.get(option.name());
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(option.parser().apply(text));
    } catch (IllegalArgumentException e) {
      // An at sign may follow a password that stands where none belongs.
      String shown = option.isSecret() || text.contains("@") ? "" : " '" + text + "'";
      problem("option " + option.name() + shown + ": " + e.getMessage() + ". " + option.saying());
      return Optional.empty();
    }
  }

  boolean has(Option<?> option) {
    return given.containsKey(option.name());
  }

  void problem(String sentence) {
    problems.add(sentence);
  }

  void refuseUnknown(List<Option<?>> known) {
    for (String name : given.keySet()) {
      if (!SPARKS_OWN.contains(name.toLowerCase(Locale.ROOT))
          && known.stream().noneMatch(option -> option.name().equalsIgnoreCase(name))) {
        problem(
            "option "
                + name.toLowerCase(Locale.ROOT)
                + " is unknown. Known options: "
                + known.stream().map(Option::name).collect(Collectors.joining(", ")));
      }
    }
  }

  void throwIfAnyProblem() {
    if (!problems.isEmpty()) {
      throw new InvalidOptionsException(problems);
    }
  }
}
