package org.sparkrabbit.broker;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sparkrabbit.options.CreationSettings;

/**
 * What a stream is created with, by the names that the protocol has for it. A broker compares all
 * of it, also where leaders are placed.
 */
record StreamArguments(SortedMap<String, String> wishes, String leaderLocator) {
  private static final String MAX_AGE = "max-age";

  /** As RabbitMQ's own client and tools place leaders; then none, and what others may have said. */
  private static final List<String> LEADER_LOCATORS =
      List.of("balanced", "", "client-local", "least-leaders", "random");

  /** The units in which a broker takes an age, in seconds. The first is the one of all clients. */
  private static final Map<String, Long> UNITS =
      Map.of("s", 1L, "m", 60L, "h", 3_600L, "D", 86_400L, "M", 30 * 86_400L, "Y", 365 * 86_400L);

  StreamArguments {
    wishes = Collections.unmodifiableSortedMap(new TreeMap<>(wishes));
  }

  /** Of a stream that need not be anything in particular. */
  static StreamArguments usual() {
    return new StreamArguments(Collections.emptySortedMap(), LEADER_LOCATORS.get(0));
  }

  static StreamArguments of(CreationSettings wanted) {
    SortedMap<String, String> wishes = new TreeMap<>();
    if (wanted.maxAge() != null) {
      wishes.put(MAX_AGE, wanted.maxAge().toSeconds() + "s");
    }
    put(wishes, "max-length-bytes", wanted.maxLengthBytes());
    put(wishes, "stream-max-segment-size-bytes", wanted.maxSegmentSizeBytes());
    put(wishes, "stream-filter-size-bytes", wanted.filterSize());
    put(wishes, "initial-cluster-size", wanted.initialClusterSize());
    return new StreamArguments(wishes, LEADER_LOCATORS.get(0));
  }

  private static void put(Map<String, String> wishes, String name, Long value) {
    if (value != null) {
      wishes.put(name, value.toString());
    }
  }

  /** As a request has them. */
  Map<String, String> all() {
    Map<String, String> all = new TreeMap<>(wishes);
    if (!leaderLocator.isEmpty()) {
      all.put("queue-leader-locator", leaderLocator);
    }
    return all;
  }

  /**
   * What a stream may have been created with: first all that means the same, then ever less of it.
   */
  Stream<StreamArguments> guesses() {
    return parts()
        .flatMap(StreamArguments::spellings)
        .flatMap(
            part -> LEADER_LOCATORS.stream().map(locator -> new StreamArguments(part, locator)));
  }

  private Stream<SortedMap<String, String>> parts() {
    List<String> names = List.copyOf(wishes.keySet());
    return IntStream.range(0, 1 << names.size())
        .boxed()
        .sorted(Comparator.comparing(Integer::bitCount).reversed())
        .map(chosen -> part(names, chosen));
  }

  private SortedMap<String, String> part(List<String> names, int chosen) {
    SortedMap<String, String> part = new TreeMap<>();
    for (int i = 0; i < names.size(); i++) {
      if ((chosen & 1 << i) != 0) {
        part.put(names.get(i), wishes.get(names.get(i)));
      }
    }
    return part;
  }

  private static Stream<SortedMap<String, String>> spellings(SortedMap<String, String> part) {
    String age = part.get(MAX_AGE);
    if (age == null) {
      return Stream.of(part);
    }
    long seconds = Long.parseLong(age.substring(0, age.length() - 1));
    return UNITS.entrySet().stream()
        .filter(unit -> seconds % unit.getValue() == 0)
        .sorted(Map.Entry.comparingByValue())
        .map(unit -> with(part, seconds / unit.getValue() + unit.getKey()));
  }

  private static SortedMap<String, String> with(SortedMap<String, String> part, String age) {
    SortedMap<String, String> spelt = new TreeMap<>(part);
    spelt.put(MAX_AGE, age);
    return spelt;
  }

  /** What a guess has of these, as they are written here. */
  StreamArguments foundIn(StreamArguments guess) {
    SortedMap<String, String> found = new TreeMap<>(wishes);
    found.keySet().retainAll(guess.wishes.keySet());
    return new StreamArguments(found, guess.leaderLocator);
  }

  /** Where leaders are placed is nobody's wish. */
  boolean wishesTheSameAs(StreamArguments other) {
    return wishes.equals(other.wishes);
  }

  @Override
  public String toString() {
    return wishes.isEmpty()
        ? "no argument"
        : wishes.entrySet().stream().map(Object::toString).collect(Collectors.joining(", "));
  }
}
