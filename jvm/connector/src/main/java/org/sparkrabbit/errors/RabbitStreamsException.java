package org.sparkrabbit.errors;

/** A failure with a stable code, whose message says what, where, why and what to do. */
public final class RabbitStreamsException extends RuntimeException implements Failure {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  public RabbitStreamsException(ErrorCode code, String message) {
    this(code, message, null);
  }

  public RabbitStreamsException(ErrorCode code, String message, Throwable cause) {
    super(code.label() + " " + message, cause);
    this.code = code;
  }

  @Override
  public ErrorCode code() {
    return code;
  }
}
