package org.sparkrabbit.broker;

import java.net.UnknownHostException;
import java.util.Objects;
import java.util.stream.Stream;

/** A failure and what led to it. */
final class Causes {
  private static final int DEPTH = 20;

  private Causes() {}

  static Stream<Throwable> of(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(DEPTH);
  }

  /** What the first cause of all says. */
  static String deepest(Throwable failure) {
    Throwable deepest = of(failure).reduce(failure, (above, below) -> below);
    if (deepest instanceof UnknownHostException) {
      return "the name of the host has no address";
    }
    return deepest.getMessage() == null ? deepest.getClass().getSimpleName() : deepest.getMessage();
  }
}
