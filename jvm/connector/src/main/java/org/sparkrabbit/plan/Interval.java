package org.sparkrabbit.plan;

/** The whole numbers from {@code least} to {@code most}, both of them included, or none. */
public record Interval(long least, long most) {
  public static final Interval ALL = new Interval(Long.MIN_VALUE, Long.MAX_VALUE);
  public static final Interval NONE = new Interval(Long.MAX_VALUE, Long.MIN_VALUE);

  public static Interval exactly(long number) {
    return new Interval(number, number);
  }

  public static Interval atLeast(long number) {
    return new Interval(number, Long.MAX_VALUE);
  }

  public static Interval atMost(long number) {
    return new Interval(Long.MIN_VALUE, number);
  }

  public static Interval above(long number) {
    return number == Long.MAX_VALUE ? NONE : atLeast(number + 1);
  }

  public static Interval below(long number) {
    return number == Long.MIN_VALUE ? NONE : atMost(number - 1);
  }

  public boolean isEmpty() {
    return least > most;
  }

  /** One past the last of them, or the largest number that there is. */
  long until() {
    return most == Long.MAX_VALUE ? Long.MAX_VALUE : most + 1;
  }

  Interval and(Interval other) {
    Interval both = new Interval(Math.max(least, other.least), Math.min(most, other.most));
    return both.isEmpty() ? NONE : both;
  }

  /** The numbers of both, and those between the two. */
  Interval hull(Interval other) {
    return new Interval(Math.min(least, other.least), Math.max(most, other.most));
  }
}
