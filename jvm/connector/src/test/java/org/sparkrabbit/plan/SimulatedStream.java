package org.sparkrabbit.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A stream as a broker has it: each message has a name of its own that tells it from all others.
 */
final class SimulatedStream {
  private final String name;
  private final int life;

  /** Null where an offset is no message. */
  private final List<String> entries = new ArrayList<>();

  private final int begin;
  private int first;

  /**
   * A stream that is made again under its name has another life. From offset {@code begin} on it is
   * of the time at which a query begins.
   */
  SimulatedStream(String name, int life, int begin) {
    this.name = name;
    this.life = life;
    this.begin = begin;
  }

  void publish(int messages) {
    for (int message = 0; message < messages; message++) {
      entries.add("%s/%d/%06d".formatted(name, life, entries.size()));
    }
  }

  void storeOffsets(int times) {
    for (int time = 0; time < times; time++) {
      entries.add(null);
    }
  }

  /** Removes what lies before an offset, but never the last message. */
  void truncate(int offset) {
    first = Math.max(first, Math.min(offset, (int) extent().end() - 1));
  }

  Extent extent() {
    int end = entries.size();
    while (end > 0 && entries.get(end - 1) == null) {
      end--;
    }
    return end == 0
        ? new Extent(name, first, first, entries.size())
        : new Extent(name, first, end, entries.size());
  }

  /**
   * The first offset of that time, if anything has reached it. Where no message of an earlier time
   * is left, all that is left counts, as what was removed may have been of that time, too.
   */
  OptionalLong floor() {
    for (int offset = Math.max(first, begin); offset < entries.size(); offset++) {
      if (entries.get(offset) != null) {
        return OptionalLong.of(messages(first, offset).isEmpty() ? first : offset);
      }
    }
    return OptionalLong.empty();
  }

  /** Those that a query wants which begins at that time. */
  SortedSet<String> wanted() {
    return messagesEver(begin, entries.size());
  }

  /** Those that came before it. */
  SortedSet<String> unwanted() {
    return messagesEver(0, begin);
  }

  SortedSet<String> messages(long from, long until) {
    SortedSet<String> messages = new TreeSet<>();
    for (long offset = Math.max(first, from); offset < Math.min(until, entries.size()); offset++) {
      if (entries.get((int) offset) != null) {
        messages.add(entries.get((int) offset));
      }
    }
    return messages;
  }

  /** Those that were removed, too. */
  SortedSet<String> messagesEver(long from, long until) {
    int kept = first;
    first = 0;
    SortedSet<String> messages = messages(from, until);
    first = kept;
    return messages;
  }
}
