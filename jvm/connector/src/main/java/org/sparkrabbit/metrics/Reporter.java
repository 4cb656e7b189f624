package org.sparkrabbit.metrics;

/** Who counts, and so where Spark shows it. */
public enum Reporter {
  /** The driver, for each batch of a streaming read, in the query's progress. */
  PROGRESS,

  /** Each task that reads, in the plan of the query. */
  READ,

  /** Each task that writes, in the plan of the query. */
  WRITE
}
