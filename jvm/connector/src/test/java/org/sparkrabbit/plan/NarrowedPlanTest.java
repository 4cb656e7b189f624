package org.sparkrabbit.plan;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.sparkrabbit.plan.BatchPlan.TimeQuestion;

/** Streams and predicates by chance: a narrowed plan lacks nothing that satisfies the predicate. */
class NarrowedPlanTest {
  private static final List<String> STREAMS = List.of("a", "b", "c");
  private static final long CLOCK = 1_700_000_000_000L;
  private static final long MINUTE = 60_000;

  private record Message(String stream, long offset, long millis) {}

  /** A condition as Spark checks it, and what we make of it. */
  private record Condition(Predicate<Message> isMet, Narrowing narrowing) {}

  /** The chunks that a stream ever had, and what it holds before, while and after it is asked. */
  private record History(List<Message> all, Extent before, Extent during, Extent after) {
    /** The broker's answer: the first chunk that is kept, and old enough. */
    OptionalLong answer(long millis) {
      return all.stream()
          .filter(message -> message.offset >= during.first() && message.offset < during.end())
          .filter(message -> message.millis >= millis)
          .mapToLong(Message::offset)
          .findFirst();
    }
  }

  private final Map<String, History> histories = new HashMap<>();
  private SplittableRandom random;

  @RepeatedTest(1_000)
  void a_narrowed_plan_holds_all_that_is_wanted_and_nothing_that_was_not_asked_for(
      RepetitionInfo seed) {
    random = new SplittableRandom(seed.getCurrentRepetition());
    STREAMS.forEach(stream -> histories.put(stream, history(stream)));
    Condition condition = condition(2);
    Positions start = start();
    Positions end = new Positions.Everywhere(new Position.Latest());

    BatchPlan whole = plan(start, end, Narrowing.NONE);
    BatchPlan narrowed = plan(start, end, condition.narrowing);

    for (OffsetRange range : narrowed.ranges()) {
      OffsetRange asked = of(range.stream(), whole);
      assertTrue(range.isEmpty() || asked.from() <= range.from());
      assertTrue(range.isEmpty() || range.until() <= asked.until());
    }
    for (String stream : STREAMS) {
      for (Message message : histories.get(stream).all) {
        boolean isWanted = condition.isMet.test(message);
        assertTrue(
            !isWanted || !isIn(message, whole) || isIn(message, narrowed), message::toString);
        assertTrue(
            !isWanted || !isLost(message, whole) || isLost(message, narrowed), message::toString);
        assertTrue(isLost(message, whole) || !isLost(message, narrowed), message::toString);
      }
    }
  }

  private BatchPlan plan(Positions start, Positions end, Narrowing narrowing) {
    List<String> streams = narrowing.among(STREAMS);
    Map<TimeQuestion, OptionalLong> answers = new HashMap<>();
    List<TimeQuestion> questions = new ArrayList<>(narrowing.begins(streams));
    questions.addAll(narrowing.ends(streams));
    for (TimeQuestion question : questions) {
      answers.put(question, histories.get(question.stream()).answer(question.epochMillis()));
    }
    return BatchPlan.of(
        streams.stream().map(stream -> histories.get(stream).after).toList(),
        start,
        end,
        narrowing.completed(
            answers, streams.stream().map(stream -> histories.get(stream).before).toList()),
        0,
        narrowing);
  }

  /** One message for each chunk, sometimes with a pause, by clocks five minutes apart at most. */
  private History history(String stream) {
    List<Message> all = new ArrayList<>();
    long offset = 0;
    long time = CLOCK;
    long skew = 0;
    for (int chunk = random.nextInt(40); chunk > 0; chunk--) {
      skew = random.nextInt(5) == 0 ? random.nextLong(5 * MINUTE) : skew;
      all.add(new Message(stream, offset, time + skew));
      offset += random.nextInt(5) == 0 ? 1 + random.nextInt(3) : 1;
      time += random.nextLong(random.nextInt(5) == 0 ? 20 * MINUTE : MINUTE / 2);
    }
    long[] firsts = sorted(0, (int) offset / 2);
    long[] ends = sorted((int) offset / 2, (int) offset);
    ends[1] = random.nextBoolean() ? ends[0] : ends[1];
    return new History(
        all,
        extent(stream, firsts[0], ends[0]),
        extent(stream, firsts[1], ends[1]),
        extent(stream, firsts[2], ends[2]));
  }

  private long[] sorted(int least, int most) {
    return random.ints(3, least, most + 1).sorted().asLongStream().toArray();
  }

  private Extent extent(String stream, long first, long end) {
    return new Extent(stream, first, end, end + random.nextInt(3));
  }

  private Positions start() {
    return new Positions.Everywhere(
        random.nextBoolean()
            ? new Position.Earliest()
            : new Position.AtOffset(random.nextLong(20)));
  }

  private Condition condition(int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      return leaf();
    }
    Condition one = condition(depth - 1);
    Condition two = condition(depth - 1);
    return random.nextBoolean()
        ? new Condition(one.isMet.and(two.isMet), one.narrowing.and(two.narrowing))
        : new Condition(one.isMet.or(two.isMet), one.narrowing.or(two.narrowing));
  }

  private Condition leaf() {
    return switch (random.nextInt(4)) {
      case 0 -> {
        Set<String> names = Set.of(STREAMS.get(random.nextInt(3)));
        yield new Condition(message -> names.contains(message.stream), Narrowing.toStreams(names));
      }
      case 1 -> {
        Interval offsets = interval(random.nextLong(-5, 45));
        yield new Condition(
            message -> offsets.least() <= message.offset && message.offset <= offsets.most(),
            Narrowing.toOffsets(offsets));
      }
      case 2 -> {
        Interval micros = interval(someTime() * 1000 + random.nextLong(-1, 2));
        yield new Condition(
            message ->
                micros.least() <= message.millis * 1000 && message.millis * 1000 <= micros.most(),
            Narrowing.toTimes(micros));
      }
      default -> new Condition(message -> message.offset % 2 == 0, Narrowing.NONE);
    };
  }

  /** Of one of the messages, where there are any. */
  private long someTime() {
    List<Message> messages = histories.get(STREAMS.get(random.nextInt(3))).all;
    return messages.isEmpty() ? CLOCK : messages.get(random.nextInt(messages.size())).millis;
  }

  private Interval interval(long bound) {
    return switch (random.nextInt(5)) {
      case 0 -> Interval.atLeast(bound);
      case 1 -> Interval.above(bound);
      case 2 -> Interval.atMost(bound);
      case 3 -> Interval.below(bound);
      default -> Interval.exactly(bound);
    };
  }

  private static OffsetRange of(String stream, BatchPlan plan) {
    return plan.ranges().stream()
        .filter(range -> range.stream().equals(stream))
        .findFirst()
        .orElseThrow();
  }

  private static boolean isIn(Message message, BatchPlan plan) {
    return plan.ranges().stream()
        .anyMatch(
            range ->
                range.stream().equals(message.stream)
                    && range.from() <= message.offset
                    && message.offset < range.until());
  }

  private static boolean isLost(Message message, BatchPlan plan) {
    return plan.losses().stream()
        .anyMatch(
            loss ->
                loss.stream().equals(message.stream)
                    && loss.from() <= message.offset
                    && message.offset < loss.until());
  }
}
