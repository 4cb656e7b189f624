package org.sparkrabbit;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What generated pages are made of. */
public final class Markdown {
  /** Stands below the title of every generated page. */
  public static final String GENERATED =
      "<!-- Made from the tables in the code: `make generate` writes this page. -->\n";

  private Markdown() {}

  public static String table(List<String> titles, List<List<String>> rows) {
    return line(titles)
        + line(titles.stream().map(title -> "---").toList())
        + rows.stream().map(Markdown::line).collect(Collectors.joining());
  }

  public static String list(List<String> items) {
    return items.stream().map(item -> "- " + item + "\n").collect(Collectors.joining());
  }

  public static String code(String text) {
    return "`" + text + "`";
  }

  /** The words separated by commas, each as code. */
  public static String codes(List<String> words) {
    return words.stream().map(Markdown::code).collect(Collectors.joining(", "));
  }

  /** With a capital at its head and a full stop at its end; a name of ours stays as it is. */
  public static String sentence(String text) {
    String first = Arrays.asList(text.split("[ ,]", 2)).get(0);
    boolean isWord = first.chars().allMatch(Character::isLowerCase) && !first.isEmpty();
    String head = isWord ? Character.toUpperCase(text.charAt(0)) + text.substring(1) : text;
    return head.endsWith(".") ? head : head + ".";
  }

  private static String line(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
