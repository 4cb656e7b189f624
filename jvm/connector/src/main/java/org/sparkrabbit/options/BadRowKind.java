package org.sparkrabbit.options;

/** What becomes of a row that cannot be written. */
public enum BadRowKind {
  FAIL,
  SKIP,
  DEAD_LETTER
}
