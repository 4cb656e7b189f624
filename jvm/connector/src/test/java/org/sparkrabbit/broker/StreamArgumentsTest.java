package org.sparkrabbit.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.options.CreationSettings;

class StreamArgumentsTest {
  private static final StreamArguments NONE =
      StreamArguments.of(new CreationSettings(null, null, null, null, null, false, null));

  private static final StreamArguments ALL =
      StreamArguments.of(
          new CreationSettings(Duration.ofDays(7), 20_000L, 1_000L, 32L, 3L, false, null));

  @Test
  void a_stream_gets_what_is_asked_for_by_the_names_of_the_protocol() {
    assertEquals(Map.of("queue-leader-locator", "balanced"), NONE.all());
    assertEquals(
        Map.of(
            "max-age", "604800s",
            "max-length-bytes", "20000",
            "stream-max-segment-size-bytes", "1000",
            "stream-filter-size-bytes", "32",
            "initial-cluster-size", "3",
            "queue-leader-locator", "balanced"),
        ALL.all());
  }

  @Test
  void an_age_is_looked_for_however_it_was_written() {
    List<String> ages =
        age(Duration.ofDays(365)).guesses().map(guess -> guess.wishes().get("max-age")).toList();
    assertEquals(
        List.of("31536000s", "525600m", "8760h", "365D", "1Y"),
        ages.stream().filter(age -> age != null).distinct().toList());
    assertEquals(
        List.of("90s"),
        age(Duration.ofSeconds(90))
            .guesses()
            .map(guess -> guess.wishes().get("max-age"))
            .filter(age -> age != null)
            .distinct()
            .toList());
  }

  @Test
  void what_means_the_same_is_guessed_before_less_of_it() {
    List<StreamArguments> guesses = ALL.guesses().toList();
    assertEquals(ALL, guesses.get(0));
    int same = (int) guesses.stream().filter(StreamArgumentsTest::meansAll).count();
    assertEquals(20, same);
    assertTrue(guesses.subList(0, same).stream().allMatch(StreamArgumentsTest::meansAll));
    assertFalse(meansAll(guesses.get(same)));
    assertTrue(guesses.get(guesses.size() - 1).wishes().isEmpty());
    assertEquals(guesses.size(), new HashSet<>(guesses).size());
  }

  @Test
  void arguments_are_described_as_the_broker_names_them() {
    assertEquals("no argument", NONE.toString());
    assertEquals("max-age=90s", age(Duration.ofSeconds(90)).toString());
  }

  private static boolean meansAll(StreamArguments guess) {
    return ALL.foundIn(guess).wishesTheSameAs(ALL);
  }

  @Test
  void what_is_found_is_told_as_it_was_asked_for() {
    StreamArguments week = age(Duration.ofDays(7));
    StreamArguments spelt =
        week.guesses().filter(guess -> guess.toString().equals("max-age=7D")).findAny().get();
    assertEquals("max-age=604800s", week.foundIn(spelt).toString());
    assertEquals("no argument", week.foundIn(NONE).toString());
  }

  private static StreamArguments age(Duration age) {
    return StreamArguments.of(new CreationSettings(age, null, null, null, null, false, null));
  }
}
