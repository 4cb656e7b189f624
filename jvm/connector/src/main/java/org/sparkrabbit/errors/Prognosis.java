package org.sparkrabbit.errors;

/** What kind of failure it is, and whether trying again can help. */
record Prognosis(Category category, Retry retry) {
  Prognosis {
    if (retry != Retry.NEVER && !category.mayBeRetryable()) {
      throw new IllegalArgumentException(category + " is never retryable, and not " + retry);
    }
  }
}
