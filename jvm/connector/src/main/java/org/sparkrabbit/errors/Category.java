package org.sparkrabbit.errors;

/** What kind of thing went wrong, and so whose move is next. */
public enum Category {
  CONFIG(false),
  AUTH(false),
  PERMISSION(false),
  RATE_LIMIT(true),
  TRANSIENT_NETWORK(true),
  TRANSIENT_BROKER(true),
  DATA(true),
  SCHEMA(true),
  INTERNAL(false);

  private final boolean mayBeRetryable;

  Category(boolean mayBeRetryable) {
    this.mayBeRetryable = mayBeRetryable;
  }

  boolean mayBeRetryable() {
    return mayBeRetryable;
  }
}
