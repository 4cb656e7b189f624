package org.sparkrabbit.metrics;

/** How the values of several tasks, or of several streams, become one. */
public enum Aggregation {
  TOTAL,
  AVERAGE,
  SMALLEST,
  LARGEST
}
