package org.sparkrabbit.options;

import static org.sparkrabbit.Markdown.code;
import static org.sparkrabbit.Markdown.codes;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sparkrabbit.GeneratedPage;
import org.sparkrabbit.Markdown;

/** The page of all options: {@code docs/options.md}. */
public final class OptionsPage implements GeneratedPage {
  private static final String INTRODUCTION =
      """
      # Options

      %s
      Names of options are case-insensitive. One set of options serves the reads and the writes of a table: what has no
      effect where it is used is a warning in the log, once; what would be misunderstood there is an error. All problems
      of a configuration are told at once, each with the option, its value unless it is secret, the rule, and the remedy.
      A name that resembles one of these is an error with the suggestion; any other unknown name is a warning, once.

      In Python, `Source` and `Sink` take these options as keyword arguments in snake_case, with types
      ([guide](guide/python.md)).

      **Defaults for a session.** A configuration `spark.datasource.rabbitmq_streams.NAME` of the session is the default
      of the option `NAME` in all its queries, as in `spark.datasource.rabbitmq_streams.endpoints`. Spark writes what
      `spark.conf.set` sets later into its event log as it is: set secrets when the session is built, or by reference.

      **Secrets by reference.** A secret is given as `env:NAME` for an environment variable, as `file:/path` for the
      content of a file, or as it is; `plain:` before it takes the rest as it is, whatever it begins with. References are
      looked up on each node that connects, driver and executors; Spark sees and prints the reference alone.

      """;

  @Override
  public String path() {
    return "docs/options.md";
  }

  @Override
  public String text() {
    return INTRODUCTION.formatted(Markdown.GENERATED)
        + Arrays.stream(Section.values()).map(OptionsPage::section).collect(Collectors.joining())
        + "## Which options go together\n\n"
        + Markdown.list(
            Stream.concat(Rules.ALL.stream(), Stream.of(Rules.OF_READS))
                .map(Rule::sentence)
                .map(Markdown::sentence)
                .toList())
        + "\n## Options that are no more\n\n"
        + Markdown.list(
            OptionTable.REMOVED.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(removed -> code(removed.getKey()) + " " + removed.getValue() + ".")
                .toList());
  }

  private static String section(Section section) {
    List<List<String>> rows =
        OptionTable.ALL.stream()
            .filter(option -> option.section() == section)
            .map(OptionsPage::row)
            .toList();
    return "## %s\n\n%s\n"
        .formatted(
            section.title(),
            Markdown.table(List.of("option", "value", "default", "used in", "meaning"), rows));
  }

  private static List<String> row(Option<?> option) {
    return List.of(
        code(option.name()), value(option.kind()), standard(option), uses(option), meaning(option));
  }

  private static String value(Kind<?> kind) {
    return switch (kind.form()) {
      case "text", "secret", "true or false" -> kind.form();
      case "choice" -> codes(kind.limits().stream().map(String::valueOf).toList());
      case "short text" -> kind.form() + " that " + kind.rule();
      default -> kind.rule().replaceFirst("^must (be|name) (the |an? )?", "");
    };
  }

  private static String standard(Option<?> option) {
    boolean isValue = option.standardText().isPresent();
    return option
        .standard()
        .map(text -> isValue ? code(text) : text.substring(1, text.length() - 1))
        .orElse("");
  }

  private static String uses(Option<?> option) {
    Set<Use> uses = usesThatTake(option);
    return uses.equals(EnumSet.allOf(Use.class))
        ? "reads and writes"
        : uses.equals(EnumSet.of(Use.BATCH_READ, Use.STREAMING_READ))
            ? "reads"
            : uses.stream().map(OptionsPage::plural).collect(Collectors.joining(", "));
  }

  static Set<Use> usesThatTake(Option<?> option) {
    Set<Use> uses = option.uses();
    uses.removeIf(use -> option.refusalIn(use).isPresent());
    return uses;
  }

  private static String plural(Use use) {
    return switch (use) {
      case BATCH_READ -> "batch reads";
      case STREAMING_READ -> "streaming reads";
      case WRITE -> "writes";
    };
  }

  private static String meaning(Option<?> option) {
    String refusals =
        Arrays.stream(Use.values())
            .filter(use -> option.refusalIn(use).isPresent())
            .map(use -> " An error in " + plural(use) + ".")
            .collect(Collectors.joining());
    String aliases =
        option.aliases().isEmpty() ? "" : " Also called " + codes(option.aliases()) + ".";
    return option.saying() + refusals + aliases;
  }
}
