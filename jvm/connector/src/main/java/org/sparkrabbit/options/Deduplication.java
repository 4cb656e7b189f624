package org.sparkrabbit.options;

/** What is done about rows that Spark writes again. */
public enum Deduplication {
  NONE,
  EFFECTIVELY_ONCE
}
