package org.sparkrabbit.read;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.sparkrabbit.broker.BrokerLease;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.InvalidOptionsException;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.ReadSettings;
import org.sparkrabbit.options.Target;
import org.sparkrabbit.plan.BatchPlan;
import org.sparkrabbit.plan.BatchPlan.TimeQuestion;
import org.sparkrabbit.plan.Extent;
import org.sparkrabbit.plan.Narrowing;
import org.sparkrabbit.plan.Position;
import org.sparkrabbit.plan.Positions;

/** Asks the broker what a plan of a bounded read must know. */
record BatchPlanner(ReadSettings settings, BrokerLease broker) {
  private static final Positions FROM_THE_BEGINNING =
      new Positions.Everywhere(new Position.Earliest());
  private static final Positions TO_THE_END = new Positions.Everywhere(new Position.Latest());

  BatchPlan plan(Target target, Narrowing narrowing) {
    BrokerFilter.prepare(settings.filter(), broker);
    return SecondLook.at(() -> planned(target, narrowing));
  }

  private BatchPlan planned(Target target, Narrowing narrowing) {
    List<String> all = broker.topology().streamsOf(target);
    Positions start = start(settings);
    Positions end = end(settings);
    requireAllNamed(all, start, end);
    List<String> streams = narrowing.among(all);
    long now = System.currentTimeMillis();
    // Before any time is asked for: what comes in between may be later than the wanted end.
    List<Extent> extents = broker.bounds().extents(streams);
    Map<TimeQuestion, OptionalLong> answers = answers(extents, narrowing, start, end, now);
    try {
      return BatchPlan.of(extents, start, end, answers, now, narrowing);
    } catch (IllegalArgumentException e) {
      throw new InvalidOptionsException(List.of(e.getMessage()));
    }
  }

  static Positions start(ReadSettings settings) {
    return settings.start() == null ? FROM_THE_BEGINNING : settings.start();
  }

  static Positions end(ReadSettings settings) {
    return settings.end() == null ? TO_THE_END : settings.end();
  }

  private Map<TimeQuestion, OptionalLong> answers(
      List<Extent> extents, Narrowing narrowing, Positions start, Positions end, long now) {
    List<String> streams = extents.stream().map(Extent::stream).toList();
    Set<TimeQuestion> questions = new LinkedHashSet<>(narrowing.begins(streams));
    questions.addAll(narrowing.ends(streams));
    questions.addAll(BatchPlan.questions(streams, start, end, now));
    Map<TimeQuestion, OptionalLong> answers = broker.bounds().answers(questions);
    if (settings.requiresMessageAtStart()) {
      requireMessages(BatchPlan.questions(streams, start, start, now), answers);
    }
    return narrowing.completed(answers, extents);
  }

  static void requireAllNamed(List<String> streams, Positions start, Positions end) {
    List<String> problems = new ArrayList<>();
    problems.addAll(misnamed("startingOffsets", streams, start));
    problems.addAll(misnamed("endingOffsets", streams, end));
    if (!problems.isEmpty()) {
      throw new InvalidOptionsException(problems);
    }
  }

  private static List<String> misnamed(String option, List<String> streams, Positions positions) {
    List<String> problems = new ArrayList<>();
    if (positions instanceof Positions.ByStream named) {
      Set<String> missing = new TreeSet<>(streams);
      missing.removeAll(named.positions().keySet());
      missing.forEach(
          stream -> problems.add("%s says nothing of the stream '%s'".formatted(option, stream)));
      Set<String> strange = new TreeSet<>(named.positions().keySet());
      streams.forEach(strange::remove);
      strange.forEach(
          stream ->
              problems.add(
                  "%s names '%s', which is not among the streams %s"
                      .formatted(option, stream, streams)));
    }
    return problems;
  }

  static void requireMessages(
      Set<TimeQuestion> questions, Map<TimeQuestion, OptionalLong> answers) {
    for (TimeQuestion question : questions) {
      if (answers.get(question).isEmpty()) {
        throw new RabbitStreamsException(
            ErrorCode.NO_MESSAGE_AT_TIME,
            ("The stream '%s' holds no message at or after %d (epoch milliseconds), where the read"
                    + " should begin. Choose an earlier time, or"
                    + " startingOffsetsByTimestampStrategy=latest.")
                .formatted(question.stream(), question.epochMillis()));
      }
    }
  }
}
