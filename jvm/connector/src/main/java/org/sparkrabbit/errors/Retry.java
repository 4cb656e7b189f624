package org.sparkrabbit.errors;

/** Whether trying again, with nothing changed, can help, and how soon. */
public enum Retry {
  NEVER,
  /** At once. */
  FAST,
  /** Within seconds. */
  NORMAL,
  /** Within minutes. */
  SLOW
}
