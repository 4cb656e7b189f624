package org.sparkrabbit.errors;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.sparkrabbit.GeneratedPage;
import org.sparkrabbit.Python;

/** The codes of failures, for those who recognise them in Python. */
public final class PythonCodes implements GeneratedPage {
  private static final String HEAD =
      Python.GENERATED
          + """
          \"""The codes of failures: the category, and whether trying again can help.\"""

          from __future__ import annotations

          CODES: dict[str, tuple[str, bool]] = {
          """;

  @Override
  public String path() {
    return "python/spark_rabbitmq_streams/_codes.py";
  }

  @Override
  public String text() {
    return Arrays.stream(ErrorCode.values())
        .map(PythonCodes::line)
        .collect(Collectors.joining("", HEAD, "}\n"));
  }

  private static String line(ErrorCode code) {
    String category = code.category().name().toLowerCase(Locale.ROOT);
    return "    %s: (%s, %s),\n"
        .formatted(
            Python.literal(code.name()),
            Python.literal(category),
            Python.literal(code.isRetryable()));
  }
}
