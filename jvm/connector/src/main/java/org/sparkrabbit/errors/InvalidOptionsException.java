package org.sparkrabbit.errors;

import java.util.List;
import java.util.stream.Collectors;

/** Everything that is wrong with a configuration, at once. Spark's users know the supertype. */
public class InvalidOptionsException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public InvalidOptionsException(List<String> problems) {
    super(
        problems.stream()
            .collect(
                Collectors.joining(
                    "\n  - ",
                    ErrorCode.INVALID_OPTIONS.label() + " The options cannot be used:\n  - ",
                    "")));
  }
}
