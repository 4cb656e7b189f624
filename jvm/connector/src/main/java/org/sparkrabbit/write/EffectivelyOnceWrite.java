package org.sparkrabbit.write;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;
import org.sparkrabbit.broker.BrokerLease;
import org.sparkrabbit.errors.InvalidOptionsException;
import org.sparkrabbit.metrics.Metric;
import org.sparkrabbit.metrics.Reporter;
import org.sparkrabbit.options.DeduplicationSettings;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.rows.SinkSchema;

/**
 * A write that repeats no row: Spark arranges each batch for it, and the broker tells how far it
 * is.
 */
record EffectivelyOnceWrite(
    TableSettings settings,
    SinkSchema schema,
    Arrangement arrangement,
    String queryId,
    QueryRun run)
    implements RequiresDistributionAndOrdering {

  @Override
  public String description() {
    return "rabbitmq_streams " + settings.target();
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return Metric.reportedBy(Reporter.WRITE);
  }

  @Override
  public Distribution requiredDistribution() {
    return arrangement.distribution();
  }

  @Override
  public boolean distributionStrictlyRequired() {
    return true;
  }

  @Override
  public int requiredNumPartitions() {
    return arrangement.writers();
  }

  @Override
  public SortOrder[] requiredOrdering() {
    return arrangement.order();
  }

  @Override
  public BatchWrite toBatch() {
    throw refused(
        "is for streaming queries, whose batches have numbers by which a repeated one is known; a"
            + " batch write has none. Write with writeStream, as with trigger(availableNow=True)");
  }

  @Override
  public StreamingWrite toStreaming() {
    if (Boolean.parseBoolean(SparkSession.active().conf().get("spark.speculation", "false"))) {
      throw refused(
          "needs spark.speculation=false: two attempts of a task would write under one name at the"
              + " same time");
    }
    if (QueryPlans.isUnrepeatable(queryId)) {
      throw refused(
          "needs a query that gives the same rows when Spark repeats a batch, and this one has a"
              + " function that does not, like rand(), uuid(), monotonically_increasing_id() or a UDF"
              + " marked as non-deterministic. Derive the value from the rows, as"
              + " sha2(concat(stream, ':', offset), 256) does, or write it to a stream of its own"
              + " first and read that");
    }
    return new StreamMicroBatchWrite(settings, this::writers);
  }

  private RowWriterFactory writers(PhysicalWriteInfo info) {
    boolean isKept = info.numPartitions() == arrangement.writers();
    return RowWriterFactory.prepared(settings, schema, this::query, isKept);
  }

  private EffectivelyOnce query(BrokerLease broker) {
    String given = settings.writing().producerName();
    String name = given == null ? queryId : given;
    List<String> bindings = broker.topology().bindingsOf(settings.target());
    List<String> streams = bindings.stream().distinct().toList();
    Layout layout = arrangement.layout(queryId, settings, bindings);
    Standing standing =
        run.standing(
            layout,
            () -> {
              broker.publishing().requirePermission(streams);
              List<Long> lastIds = broker.publishing().lastIds(names(name), streams);
              return arrangement.columns().isEmpty()
                  ? Standing.of(List.of(), 0)
                  : Standing.of(lastIds, layout.number());
            });
    return new EffectivelyOnce(
        name, arrangement.writers(), arrangement.columns(), layout.number(), standing, bindings);
  }

  /** Of all the writers that the query may ever have had. */
  private List<String> names(String name) {
    if (arrangement.columns().isEmpty()) {
      return List.of(name);
    }
    List<String> names = new ArrayList<>();
    for (int writer = 0; writer < DeduplicationSettings.MOST_WRITERS; writer++) {
      names.add(EffectivelyOnce.producerName(name, writer));
    }
    return names;
  }

  private static InvalidOptionsException refused(String why) {
    return new InvalidOptionsException(List.of("deduplication=effectively-once " + why));
  }
}
