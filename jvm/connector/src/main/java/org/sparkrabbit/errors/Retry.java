package org.sparkrabbit.errors;

/** Whether trying again can help, and how soon. */
public enum Retry {
  NEVER,
  FAST,
  NORMAL,
  SLOW
}
