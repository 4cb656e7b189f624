package org.sparkrabbit.errors;

/**
 * What all exceptions of the connector have in common. They are of two types, because Spark's users
 * expect an {@link IllegalArgumentException} where options are wrong.
 */
public sealed interface Failure permits InvalidOptionsException, RabbitStreamsException {
  ErrorCode code();

  String getMessage();
}
