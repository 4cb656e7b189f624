package org.sparkrabbit.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.broker.BrokerLease;
import org.sparkrabbit.errors.InvalidOptionsException;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.plan.BatchPlan;
import org.sparkrabbit.plan.BatchPlan.TimeQuestion;
import org.sparkrabbit.plan.Extent;
import org.sparkrabbit.plan.Position;
import org.sparkrabbit.plan.Positions;
import org.sparkrabbit.plan.StreamOffsets;

/** Where a streaming query begins that has no checkpoint yet. */
record Beginning(TableSettings settings, BrokerLease broker) {
  private static final Logger LOG = LoggerFactory.getLogger(Beginning.class);
  private static final Positions AT_THE_END = new Positions.Everywhere(new Position.Latest());

  /**
   * Behind what the broker has stored for a consumer of the given name, where there is such a name
   * and anything is stored for it; else where the options say.
   */
  StartOfQuery find() {
    return SecondLook.at(this::found);
  }

  private StartOfQuery found() {
    List<String> streams = broker.topology().streamsOf(settings.target());
    // First the ends, then the times: what arrives in between lies behind the end, and is read.
    List<Extent> extents = broker.bounds().extents(streams);
    SortedMap<String, Long> next = new TreeMap<>(asTheOptionsSay(streams, extents));
    SortedMap<String, Long> times = times(streams);
    String consumer = settings.streaming().consumerName();
    if (consumer != null) {
      broker
          .storedOffsets()
          .of(consumer, streams)
          .forEach(
              (stream, offset) -> {
                next.put(stream, offset + 1);
                times.remove(stream);
              });
    }
    LOG.info("The query begins at {}", next);
    return new StartOfQuery(new StreamOffsets(next), new StreamOffsets(times));
  }

  /**
   * The times that may not have come yet: a distance back from now never is one. What arrives until
   * then is not read.
   */
  private SortedMap<String, Long> times(List<String> streams) {
    Positions start = start();
    SortedMap<String, Long> times = new TreeMap<>();
    streams.forEach(stream -> addTime(times, stream, start.of(stream)));
    if (start instanceof Positions.Everywhere everywhere) {
      addTime(times, StartOfQuery.LATER_STREAMS, everywhere.position());
    }
    return times;
  }

  private static void addTime(SortedMap<String, Long> times, String stream, Position position) {
    if (position instanceof Position.AtTime time && !time.moment().isRelative()) {
      times.put(stream, time.moment().millis());
    }
  }

  private Positions start() {
    return settings.reading().start() == null ? AT_THE_END : settings.reading().start();
  }

  private Map<String, Long> asTheOptionsSay(List<String> streams, List<Extent> extents) {
    Positions start = start();
    BatchPlanner.requireAllNamed(streams, start, AT_THE_END);
    long now = System.currentTimeMillis();
    Set<TimeQuestion> questions = BatchPlan.questions(streams, start, start, now);
    Map<TimeQuestion, OptionalLong> answers = broker.bounds().answers(questions);
    if (settings.reading().requiresMessageAtStart()) {
      BatchPlanner.requireMessages(questions, answers);
    }
    Map<String, Long> offsets = BatchPlan.starts(extents, start, answers, now);
    requireReached(extents, offsets);
    return offsets;
  }

  /** To wait for an offset far away would look like a query that reads nothing. */
  private static void requireReached(List<Extent> extents, Map<String, Long> offsets) {
    List<String> problems = new ArrayList<>();
    for (Extent extent : extents) {
      long offset = offsets.get(extent.stream());
      if (offset > extent.covered()) {
        problems.add(
            ("the query would begin at offset %d of the stream '%s', which ends before offset %d; is"
                    + " it the right stream? Begin at an offset up to %d, or at latest")
                .formatted(offset, extent.stream(), extent.covered(), extent.covered()));
      }
    }
    if (!problems.isEmpty()) {
      throw new InvalidOptionsException(problems);
    }
  }
}
