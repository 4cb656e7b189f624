package org.sparkrabbit.write;

import java.util.Map;
import java.util.UUID;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plans of the streaming queries that run. Spark gives a sink no look at them, so they are
 * found where Spark itself keeps its queries, by names of methods: the types differ by version.
 */
final class QueryPlans {
  private static final Logger LOG = LoggerFactory.getLogger(QueryPlans.class);

  private QueryPlans() {}

  /**
   * Whether Spark knows that a query may give other rows when it repeats a batch. What a Spark of
   * other makers does not show counts as repeatable.
   */
  static boolean isUnrepeatable(String queryId) {
    try {
      Object shared = called(SparkSession.active(), "sharedState");
      Map<?, ?> queries = (Map<?, ?>) called(shared, "activeStreamingQueries");
      Object query = queries.get(UUID.fromString(queryId));
      return !(boolean) called(called(query, "analyzedPlan"), "deterministic");
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      LOG.warn(
          "Spark does not show the plan of the query {}: that it gives the same rows when it repeats"
              + " a batch, which deduplication=effectively-once needs, is not checked",
          queryId,
          e);
      return false;
    }
  }

  private static Object called(Object owner, String method) throws ReflectiveOperationException {
    return owner.getClass().getMethod(method).invoke(owner);
  }
}
