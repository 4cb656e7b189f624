package org.sparkrabbit.errors;

import java.util.List;

/** Everything that is wrong with a configuration, at once. Spark's users know the supertype. */
public final class InvalidOptionsException extends IllegalArgumentException implements Failure {
  private static final long serialVersionUID = 1L;

  public InvalidOptionsException(List<String> problems) {
    super(
        ErrorCode.INVALID_OPTIONS.label()
            + " The options cannot be used:\n  - "
            + String.join("\n  - ", problems));
  }

  @Override
  public ErrorCode code() {
    return ErrorCode.INVALID_OPTIONS;
  }
}
