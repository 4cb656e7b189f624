package org.sparkrabbit.errors;

import static org.sparkrabbit.errors.Category.AUTH;
import static org.sparkrabbit.errors.Category.CONFIG;
import static org.sparkrabbit.errors.Category.DATA;
import static org.sparkrabbit.errors.Category.INTERNAL;
import static org.sparkrabbit.errors.Category.PERMISSION;
import static org.sparkrabbit.errors.Category.SCHEMA;
import static org.sparkrabbit.errors.Category.TRANSIENT_BROKER;
import static org.sparkrabbit.errors.Category.TRANSIENT_NETWORK;
import static org.sparkrabbit.errors.Retry.FAST;
import static org.sparkrabbit.errors.Retry.NEVER;
import static org.sparkrabbit.errors.Retry.NORMAL;

/** Every failure that a user can meet. The names are stable: scripts may match on them. */
public enum ErrorCode {
  INVALID_OPTIONS(CONFIG, NEVER),
  SECRET_NOT_FOUND(CONFIG, NEVER),
  EXTENSION_UNUSABLE(CONFIG, NEVER),
  STREAM_NOT_FOUND(CONFIG, NEVER),
  BROKER_TOO_OLD(CONFIG, NEVER),
  SINK_SCHEMA(SCHEMA, NEVER),
  LOGIN_REFUSED(AUTH, NEVER),
  ACCESS_REFUSED(PERMISSION, NEVER),
  BROKER_UNREACHABLE(TRANSIENT_NETWORK, NORMAL),
  BROKER_REFUSED(TRANSIENT_BROKER, NORMAL),
  NO_PROGRESS(TRANSIENT_BROKER, NORMAL),
  INTERRUPTED(TRANSIENT_BROKER, FAST),
  SUBSCRIPTION_CLOSED(TRANSIENT_BROKER, NORMAL),
  DATA_LOSS(DATA, NEVER),
  MALFORMED_MESSAGE(DATA, NEVER),
  INCOMPLETE_CHUNK(DATA, NORMAL),
  INVALID_ROW(DATA, NEVER),
  NOT_CONFIRMED(TRANSIENT_BROKER, NORMAL),
  INTERNAL_FAILURE(INTERNAL, NEVER);

  private final Category category;
  private final Retry retry;

  ErrorCode(Category category, Retry retry) {
    if (retry != NEVER && !category.mayBeRetryable()) {
      throw new IllegalArgumentException(name() + ": " + category + " is never retryable");
    }
    this.category = category;
    this.retry = retry;
  }

  public Category category() {
    return category;
  }

  public Retry retry() {
    return retry;
  }

  public boolean isRetryable() {
    return retry != NEVER;
  }

  /** The form in which the code stands at the head of a message. */
  public String label() {
    return "[RABBITMQ_STREAMS." + name() + "]";
  }
}
