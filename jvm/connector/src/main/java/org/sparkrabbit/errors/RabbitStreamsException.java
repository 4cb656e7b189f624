package org.sparkrabbit.errors;

import java.util.Optional;

/** A failure with a stable code, whose message says what, where, why and what to do. */
public final class RabbitStreamsException extends RuntimeException implements Failure {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final WriteStage stage;

  public RabbitStreamsException(ErrorCode code, String message) {
    this(code, message, null);
  }

  public RabbitStreamsException(ErrorCode code, String message, Throwable cause) {
    super(code.label() + " " + message, cause);
    this.code = code;
    this.stage = null;
  }

  /** A failed write: the message goes on with what may be visible of it. */
  public RabbitStreamsException(ErrorCode code, String message, WriteStage stage, Throwable cause) {
    super(code.label() + " " + message + " " + stage.sentence(), cause);
    this.code = code;
    this.stage = stage;
  }

  /** The same failure, of a write that had come so far, unless it tells already how far. */
  public RabbitStreamsException at(WriteStage reached) {
    return stage != null
        ? this
        : new RabbitStreamsException(
            code, getMessage().substring(code.label().length() + 1), reached, this);
  }

  @Override
  public ErrorCode code() {
    return code;
  }

  /** How far a write had come; empty for other failures. */
  public Optional<WriteStage> writeStage() {
    return Optional.ofNullable(stage);
  }
}
