package org.sparkrabbit.plan;

/**
 * What a stream holds: messages from {@code first} to before {@code end}. Offsets up to before
 * {@code covered} are taken; those between the two belong to chunks that carry no messages.
 */
public record Extent(String stream, long first, long end, long covered) {
  public Extent {
    if (first < 0 || first > end || end > covered) {
      throw new IllegalArgumentException(
          "Extent of %s is not in order: %d, %d, %d".formatted(stream, first, end, covered));
    }
  }

  public boolean isEmpty() {
    return first == end;
  }
}
