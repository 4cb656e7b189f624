package org.sparkrabbit.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MetricTest {
  @Test
  void names_differ_from_each_other_and_from_sparks() {
    List<String> names = Arrays.stream(Metric.values()).map(Metric::label).toList();
    assertEquals(names.size(), Set.copyOf(names).size());
    assertTrue(names.stream().noneMatch(name -> name.startsWith("num")), "as Spark's do");
  }

  @ParameterizedTest
  @EnumSource(Metric.class)
  void help_is_a_sentence_and_the_name_tells_milliseconds(Metric metric) {
    assertTrue(metric.help().matches("[A-Z].*\\.") && !metric.help().contains("  "));
    assertEquals(metric.unit() == Unit.MILLISECONDS, metric.label().endsWith("Ms"));
  }

  @ParameterizedTest
  @EnumSource(
      value = Reporter.class,
      names = {"READ", "WRITE"})
  void spark_can_make_the_class_again_from_its_name(Reporter reporter) throws Exception {
    for (CustomMetric metric : Metric.reportedBy(reporter)) {
      CustomMetric again =
          (CustomMetric) Class.forName(metric.getClass().getName()).getConstructor().newInstance();
      long[] values = {1, 2, 6_000};
      assertEquals(metric.aggregateTaskMetrics(values), again.aggregateTaskMetrics(values));
    }
  }

  @Test
  void tasks_report_what_is_declared() {
    assertEquals(declared(Reporter.READ), named(new ReadMetrics().values()).keySet());
    assertEquals(declared(Reporter.WRITE), named(new WriteMetrics().values()).keySet());
  }

  @Test
  void totals_and_averages_of_tasks_are_shown() {
    assertEquals("6,003", new TaskSummary.Total().aggregateTaskMetrics(new long[] {1, 2, 6_000}));
    assertEquals(
        "2,001, at most 6,000",
        new TaskSummary.Average().aggregateTaskMetrics(new long[] {1, 2, 6_000}));
    assertEquals("0, at most 0", new TaskSummary.Average().aggregateTaskMetrics(new long[0]));
  }

  @Test
  void a_reader_that_follows_another_in_a_task_counts_for_both() {
    ReadMetrics first = new ReadMetrics();
    first.batch(3_000_000);
    first.message(10);
    ReadMetrics second = new ReadMetrics();
    second.goOnFrom(first.values());
    second.batch(2_000_000);
    second.message(20);
    second.lost(7);
    second.retry();
    Map<String, Long> both = named(second.values());
    assertEquals(2, both.get("recordsRead"));
    assertEquals(30, both.get("bytesRead"));
    assertEquals(2, both.get("batchesRead"));
    assertEquals(5, both.get("fetchTimeMs"));
    assertEquals(3, both.get("readLatencyMs"));
    assertEquals(1, both.get("readRetries"));
    assertEquals(7, both.get("offsetsOutOfRange"));
    assertEquals(1, both.get("dataLossEvents"));
  }

  @Test
  void one_message_in_256_stands_for_the_time_of_all() {
    ReadMetrics metrics = new ReadMetrics();
    int samples = 0;
    for (int row = 0; row < 1_000; row++) {
      metrics.message(1);
      if (metrics.isSample()) {
        metrics.sample(1_000_000);
        samples++;
      }
    }
    assertEquals(3, samples);
    assertEquals(3 * 256, named(metrics.values()).get("decodeTimeMs"));
  }

  @Test
  void batches_are_timed_until_their_last_confirm() {
    WriteMetrics metrics = new WriteMetrics();
    for (int message = 0; message < 3; message++) {
      metrics.sent(100);
    }
    metrics.settled(2, 1);
    metrics.latency(3_000_000);
    metrics.latency(5_000_000);
    Map<String, Long> values = named(metrics.values());
    assertEquals(3, values.get("recordsWritten"));
    assertEquals(300, values.get("bytesWritten"));
    assertEquals(2, values.get("publishConfirms"));
    assertEquals(1, values.get("publishErrors"));
    assertEquals(4, values.get("writeLatencyMs"));
  }

  private static Set<String> declared(Reporter reporter) {
    return Arrays.stream(Metric.values())
        .filter(metric -> metric.reporter() == reporter)
        .map(Metric::label)
        .collect(Collectors.toSet());
  }

  private static Map<String, Long> named(CustomTaskMetric[] values) {
    return Arrays.stream(values)
        .collect(Collectors.toMap(CustomTaskMetric::name, CustomTaskMetric::value));
  }
}
