package org.sparkrabbit.metrics;

import static org.sparkrabbit.Markdown.code;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.sparkrabbit.GeneratedPage;
import org.sparkrabbit.Markdown;

/** The page of all metrics: {@code docs/metrics.md}. */
public final class MetricsPage implements GeneratedPage {
  private static final String INTRODUCTION =
      """
      # Metrics

      %s
      What tasks report is shown with the plan of a query: in Spark's UI on the page of the query, in its REST API, in
      the event log, and for listeners. Tasks measure what is cheap to measure: no clock is read for each row.

      """;

  @Override
  public String path() {
    return "docs/metrics.md";
  }

  @Override
  public String text() {
    return Arrays.stream(Reporter.values())
        .map(MetricsPage::section)
        .collect(Collectors.joining("\n", INTRODUCTION.formatted(Markdown.GENERATED), ""));
  }

  private static String section(Reporter reporter) {
    List<List<String>> rows =
        Arrays.stream(Metric.values())
            .filter(metric -> metric.reporter() == reporter)
            .map(MetricsPage::row)
            .toList();
    return "## %s\n\n%s\n%s"
        .formatted(
            title(reporter),
            about(reporter),
            Markdown.table(List.of("name", "shown as", "unit", "combined", "meaning"), rows));
  }

  private static String title(Reporter reporter) {
    return switch (reporter) {
      case PROGRESS -> "Progress of a streaming read";
      case READ -> "Tasks that read";
      case WRITE -> "Tasks that write";
    };
  }

  private static String about(Reporter reporter) {
    return switch (reporter) {
      case PROGRESS ->
          """
          The driver reports these for each micro-batch, in `metrics` of the source in the query's progress.
          """;
      case READ -> "Every read reports these, of all its tasks.\n";
      case WRITE ->
          """
          Every write reports these, of all its tasks. `recordsWritten` and `bytesWritten` are also what Spark shows as
          the output of a task and of a stage.
          """;
    };
  }

  private static List<String> row(Metric metric) {
    return List.of(
        code(metric.label()),
        metric.reporter() == Reporter.PROGRESS ? "" : metric.title(),
        metric.unit().toString(),
        metric.aggregation().name().toLowerCase(Locale.ROOT),
        metric.help());
  }
}
