package org.sparkrabbit.options;

import static org.sparkrabbit.Python.argument;
import static org.sparkrabbit.Python.literal;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.sparkrabbit.GeneratedPage;
import org.sparkrabbit.Python;

/** The table of options and their rules, for the builders of the Python package. */
public final class PythonTable implements GeneratedPage {
  private static final String HEAD =
      Python.GENERATED
          + """
          \"""All options of the connector, and which of them go together.\"""

          from spark_rabbitmq_streams._table import Condition, Option, Rule

          """;

  @Override
  public String path() {
    return "python/spark_rabbitmq_streams/_options.py";
  }

  @Override
  public String text() {
    return HEAD
        + OptionTable.ALL.stream()
            .map(PythonTable::option)
            .collect(Collectors.joining("", "OPTIONS = (\n", ")\n\n"))
        + rules("RULES", Rules.ALL)
        + "\n"
        + rules("RULES_OF_READS", List.of(Rules.OF_READS));
  }

  static String argumentOf(Option<?> option) {
    return option
        .name()
        .replace('.', '_')
        .replaceAll("([a-z0-9])([A-Z])", "$1_$2")
        .toLowerCase(Locale.ROOT);
  }

  private static String option(Option<?> option) {
    return "    Option(\n"
        + argument(8, "name", option.name())
        + argument(8, "argument", argumentOf(option))
        + argument(8, "section", option.section().name().toLowerCase(Locale.ROOT))
        + argument(8, "form", option.kind().form())
        + argument(8, "limits", option.kind().limits())
        + argument(8, "type", option.kind().python())
        + argument(8, "rule", option.kind().rule())
        + argument(8, "saying", option.saying())
        + argument(8, "standard", option.standard().orElse(null))
        + argument(8, "is_secret", option.isSecret())
        + Arrays.stream(Use.values()).map(use -> refusal(option, use)).collect(Collectors.joining())
        + "    ),\n";
  }

  private static String refusal(Option<?> option, Use use) {
    return option
        .refusalIn(use)
        .map(why -> argument(8, "refused_in_" + use.name().toLowerCase(Locale.ROOT), why))
        .orElse("");
  }

  private static String rules(String name, List<Rule> rules) {
    return rules.stream()
        .map(PythonTable::rule)
        .collect(Collectors.joining("", name + " = (\n", ")\n"));
  }

  private static String rule(Rule rule) {
    return "    Rule(\n"
        + argument(8, "quantity", rule.quantity().name().toLowerCase(Locale.ROOT).replace('_', ' '))
        + argument(8, "sentence", rule.sentence())
        + "        conditions=(\n"
        + rule.conditions().stream().map(PythonTable::condition).collect(Collectors.joining())
        + "        ),\n"
        + "    ),\n";
  }

  private static String condition(Condition condition) {
    return "            Condition(%s, %s),\n"
        .formatted(literal(condition.option().name()), literal(condition.values()));
  }
}
