package org.sparkrabbit.metrics;

import java.text.NumberFormat;
import java.util.Arrays;
import java.util.Locale;
import org.apache.spark.sql.connector.metric.CustomMetric;

/**
 * Makes one text of the values of all tasks. Spark keeps the name of the class, and later makes an
 * object of it by the constructor without arguments, only to aggregate; so each aggregation is a
 * class.
 */
abstract class TaskSummary implements CustomMetric {
  private final String name;
  private final String description;

  private TaskSummary(String name, String description) {
    this.name = name;
    this.description = description;
  }

  static TaskSummary of(Metric metric) {
    return switch (metric.aggregation()) {
      case TOTAL -> new Total(metric.label(), metric.title());
      case AVERAGE -> new Average(metric.label(), metric.title());
      case SMALLEST, LARGEST ->
          throw new IllegalArgumentException(metric + " is not of tasks, but of streams");
    };
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String description() {
    return description;
  }

  private static String shown(long value) {
    return NumberFormat.getIntegerInstance(Locale.ROOT).format(value);
  }

  /** The sum over all tasks. */
  public static final class Total extends TaskSummary {
    public Total() {
      this("", "");
    }

    private Total(String name, String description) {
      super(name, description);
    }

    @Override
    public String aggregateTaskMetrics(long[] values) {
      return shown(Arrays.stream(values).sum());
    }
  }

  /** The average over all tasks, with the largest beside it. */
  public static final class Average extends TaskSummary {
    public Average() {
      this("", "");
    }

    private Average(String name, String description) {
      super(name, description);
    }

    @Override
    public String aggregateTaskMetrics(long[] values) {
      long average = Math.round(Arrays.stream(values).average().orElse(0));
      long largest = Arrays.stream(values).max().orElse(0);
      return "%s, at most %s".formatted(shown(average), shown(largest));
    }
  }
}
