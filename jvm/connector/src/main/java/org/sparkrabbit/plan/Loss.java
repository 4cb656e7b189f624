package org.sparkrabbit.plan;

/**
 * Offsets of a stream that are gone before they were read: {@code from} to before {@code until},
 * which is the first offset that the stream still holds.
 */
public record Loss(String stream, long from, long until) {
  public Loss {
    if (from < 0 || from >= until) {
      throw new IllegalArgumentException(
          "Loss of %s is not in order: %d, %d".formatted(stream, from, until));
    }
  }

  @Override
  public String toString() {
    return "stream=" + stream + " lost from=" + from + " until=" + until;
  }
}
