package org.sparkrabbit.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Names that are no options: removed ones, misspelt ones, and those of somebody else. */
final class UnknownOptions {
  /** Spark hands these to sources and sinks, and reads them itself. */
  private static final Set<String> SPARKS_OWN = Set.of("checkpointlocation", "queryname");

  private static final int LARGEST_DISTANCE = 2;

  private UnknownOptions() {}

  /** Reports what is misspelt or removed, and gives the names of the others. */
  static List<String> look(OptionReader reader) {
    List<String> strangers = new ArrayList<>();
    for (String name : reader.names()) {
      if (isKnown(name) || SPARKS_OWN.contains(name.toLowerCase(Locale.ROOT))) {
        continue;
      }
      Optional<String> successor = successor(name);
      Optional<String> neighbour = neighbour(name);
      if (successor.isPresent()) {
        reader.problem(name + " " + successor.get());
      } else if (neighbour.isPresent()) {
        reader.problem("%s is unknown; did you mean %s?".formatted(name, neighbour.get()));
      } else {
        strangers.add(name);
      }
    }
    return strangers;
  }

  private static boolean isKnown(String name) {
    return knownNames().anyMatch(name::equalsIgnoreCase);
  }

  private static Stream<String> knownNames() {
    return OptionTable.ALL.stream()
        .flatMap(option -> Stream.concat(Stream.of(option.name()), option.aliases().stream()));
  }

  private static Optional<String> successor(String name) {
    return OptionTable.REMOVED.entrySet().stream()
        .filter(removed -> removed.getKey().equalsIgnoreCase(name))
        .map(removed -> removed.getValue())
        .findFirst();
  }

  /** Short names are near to many words that have nothing to do with them. */
  private static Optional<String> neighbour(String name) {
    String plain = letters(name);
    return knownNames()
        .filter(
            known ->
                distance(plain, letters(known)) <= Math.min(LARGEST_DISTANCE, known.length() / 4))
        .findFirst();
  }

  private static String letters(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }

  /** How many letters must be put in, left out or changed, or swapped with their neighbour. */
  private static int distance(String one, String other) {
    int[][] steps = new int[one.length() + 1][other.length() + 1];
    for (int i = 0; i <= one.length(); i++) {
      for (int j = 0; j <= other.length(); j++) {
        if (i == 0 || j == 0) {
          steps[i][j] = i + j;
          continue;
        }
        int change = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        steps[i][j] =
            Math.min(steps[i - 1][j - 1] + change, 1 + Math.min(steps[i - 1][j], steps[i][j - 1]));
        boolean isSwap =
            i > 1
                && j > 1
                && one.charAt(i - 1) == other.charAt(j - 2)
                && one.charAt(i - 2) == other.charAt(j - 1);
        if (isSwap) {
          steps[i][j] = Math.min(steps[i][j], steps[i - 2][j - 2] + 1);
        }
      }
    }
    return steps[one.length()][other.length()];
  }
}
