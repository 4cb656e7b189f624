package org.sparkrabbit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What generated modules are made of, formatted as ruff formats it. */
public final class Python {
  /** Stands at the head of every generated module. */
  public static final String GENERATED =
      "# Made from the tables in the code: `make generate` writes this module.\n";

  /** No line is longer. */
  public static final int WIDTH = 100;

  private Python() {}

  /** {@code NAME=value,}, on several lines if it must be. */
  public static String argument(int indent, String name, Object value) {
    String margin = " ".repeat(indent);
    String line = margin + name + "=" + literal(value) + ",\n";
    if (line.length() <= WIDTH + 1) {
      return line;
    }
    return value instanceof List<?> items
        ? margin + name + "=(\n" + lines(indent + 4, items, ",") + margin + "),\n"
        : margin + name + "=(\n" + pieces(indent + 4, (String) value) + margin + "),\n";
  }

  private static String lines(int indent, List<?> items, String end) {
    return items.stream()
        .map(item -> " ".repeat(indent) + literal(item) + end + "\n")
        .collect(Collectors.joining());
  }

  /** A text in pieces, each of which is a literal on a line of its own. */
  private static String pieces(int indent, String text) {
    List<String> pieces = new ArrayList<>();
    String rest = text;
    while (indent + literal(rest).length() > WIDTH) {
      int end = rest.length();
      do {
        end = rest.lastIndexOf(' ', end - 2) + 1;
      } while (indent + literal(rest.substring(0, end)).length() > WIDTH);
      pieces.add(rest.substring(0, end));
      rest = rest.substring(end);
    }
    pieces.add(rest);
    return lines(indent, pieces, "");
  }

  /** Text, numbers, truth, None for null, and tuples of them for lists. */
  public static String literal(Object value) {
    if (value == null) {
      return "None";
    }
    if (value instanceof Boolean flag) {
      return flag ? "True" : "False";
    }
    if (value instanceof List<?> items) {
      String inside = items.stream().map(Python::literal).collect(Collectors.joining(", "));
      return items.size() == 1 ? "(" + inside + ",)" : "(" + inside + ")";
    }
    return value instanceof String text ? quoted(text) : value.toString();
  }

  /** With the quotes that take no escapes, where there are such. */
  private static String quoted(String text) {
    String escaped = text.replace("\\", "\\\\").replace("\n", "\\n");
    return text.contains("\"") && !text.contains("'")
        ? "'" + escaped + "'"
        : "\"" + escaped.replace("\"", "\\\"") + "\"";
  }

  /** Words in lines, each after the first one indented by some more. */
  public static String paragraph(int indent, String text) {
    StringBuilder lines = new StringBuilder();
    StringBuilder line = new StringBuilder(" ".repeat(indent));
    for (String word : text.split(" ")) {
      if (line.length() + 1 + word.length() > WIDTH && !line.toString().isBlank()) {
        lines.append(line.toString().stripTrailing()).append('\n');
        line = new StringBuilder(" ".repeat(indent + 4));
      }
      line.append(word).append(' ');
    }
    return lines.append(line.toString().stripTrailing()).append('\n').toString();
  }
}
