package org.sparkrabbit.options;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.sparkrabbit.GeneratedPage;
import org.sparkrabbit.Python;

/** What {@code Source} and {@code Sink} take, with types and documentation for each argument. */
public final class PythonSignatures implements GeneratedPage {
  private static final Set<Use> READS = Set.of(Use.BATCH_READ, Use.STREAMING_READ);
  private static final Set<Use> WRITES = Set.of(Use.WRITE);

  private static final String HEAD =
      Python.GENERATED
          + """
          \"""The arguments of `Source` and `Sink`: one for each option, in snake_case.\"""

          from __future__ import annotations

          from collections.abc import Mapping, Sequence
          from datetime import datetime, timedelta
          from typing import TYPE_CHECKING, Literal

          from spark_rabbitmq_streams._mapping import UNCHANGED, Options

          if TYPE_CHECKING:
              from typing_extensions import Self

          """;

  @Override
  public String path() {
    return "python/spark_rabbitmq_streams/_signatures.py";
  }

  @Override
  public String text() {
    return HEAD + signature("Source", READS) + signature("Sink", WRITES);
  }

  private static String signature(String builder, Set<Use> uses) {
    List<Option<?>> options =
        OptionTable.ALL.stream()
            .filter(option -> option.uses().stream().anyMatch(uses::contains))
            .toList();
    return "\nclass %sSignature(Options):\n    __slots__ = ()\n\n".formatted(builder)
        + "    def __init__(\n"
        + arguments(options, "None")
        + "    ) -> None:\n"
        + documentation(options)
        + "        super().__init__(\n"
        + values(options)
        + "        )\n\n"
        + "    def replace(\n"
        + arguments(options, "UNCHANGED")
        + "    ) -> Self:\n"
        + "        \"\"\"The same with these changes; None takes an option back.\"\"\"\n"
        + "        return self._changed(\n"
        + values(options)
        + "        )\n"
        + (builder.equals("Source") ? "\n" : "");
  }

  private static String arguments(List<Option<?>> options, String standard) {
    return options.stream()
        .map(option -> argument(option, standard))
        .collect(Collectors.joining("", "        self,\n        *,\n", ""));
  }

  /** A long type goes on in lines of its own; bars within brackets do not part it. */
  private static String argument(Option<?> option, String standard) {
    String line =
        "        %s: %s | None = %s,\n"
            .formatted(PythonTable.argumentOf(option), option.kind().python(), standard);
    return line.length() <= Python.WIDTH + 1
        ? line
        : line.replaceAll(" \\| (?![^\\[]*\\])", "\n        | ");
  }

  private static String documentation(List<Option<?>> options) {
    return options.stream()
        .map(PythonSignatures::documentation)
        .collect(
            Collectors.joining(
                "",
                "        \"\"\"Raises OptionsError with all that is wrong, in the words of the"
                    + " connector.\n\n        Args:\n",
                "        \"\"\"\n"));
  }

  private static String documentation(Option<?> option) {
    String standard =
        option.standardText().map("``%s``"::formatted).or(option::standard).orElse("");
    String text =
        "%s: %s".formatted(PythonTable.argumentOf(option), option.saying())
            + (standard.isEmpty() ? "" : " Default: " + unbracketed(standard) + ".")
            + only(OptionsPage.usesThatTake(option));
    return Python.paragraph(12, inArguments(text));
  }

  private static String only(Set<Use> uses) {
    if (uses.equals(Set.of(Use.STREAMING_READ))) {
      return " In streaming reads only.";
    }
    return uses.equals(Set.of(Use.BATCH_READ)) ? " In batch reads only." : "";
  }

  /** Options that the sentence names are called here what the arguments are called. */
  private static String inArguments(String text) {
    String renamed = text;
    for (Option<?> option : OptionTable.ALL) {
      if (!option.name().matches("[a-z]+")) {
        renamed =
            renamed.replaceAll(
                "(?<![\\w.])" + Pattern.quote(option.name()) + "(?!\\w)",
                PythonTable.argumentOf(option));
      }
    }
    return renamed;
  }

  private static String unbracketed(String phrase) {
    return phrase.startsWith("(") ? phrase.substring(1, phrase.length() - 1) : phrase;
  }

  private static String values(List<Option<?>> options) {
    return options.stream()
        .map(
            option ->
                "                %s: %s,\n"
                    .formatted(Python.literal(option.name()), PythonTable.argumentOf(option)))
        .collect(Collectors.joining("", "            {\n", "            }\n"));
  }
}
