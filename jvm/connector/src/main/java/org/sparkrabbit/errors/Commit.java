package org.sparkrabbit.errors;

/** What a failed write has done to the stream. A commit means that every row is confirmed. */
public enum Commit {
  /** The task has not committed. Rows that it sent earlier may be visible. */
  BEFORE,

  /** Nobody can tell which of the unconfirmed rows are in the stream. */
  UNKNOWN,

  /** All rows of the task are in the stream. */
  AFTER
}
