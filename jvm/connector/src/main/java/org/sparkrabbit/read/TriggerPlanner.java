package org.sparkrabbit.read;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.broker.BrokerLease;
import org.sparkrabbit.broker.Tail;
import org.sparkrabbit.broker.Tails;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.options.Target;
import org.sparkrabbit.plan.Allowance;
import org.sparkrabbit.plan.Extent;
import org.sparkrabbit.plan.Loss;
import org.sparkrabbit.plan.OffsetRange;
import org.sparkrabbit.plan.StreamOffsets;
import org.sparkrabbit.plan.TriggerLimits;
import org.sparkrabbit.plan.TriggerPlan;

/** Plans the batches of one streaming query, and remembers from one to the next what it saw. */
final class TriggerPlanner {
  private static final Logger LOG = LoggerFactory.getLogger(TriggerPlanner.class);

  private final TableSettings settings;
  private final BrokerLease broker;
  private final Tails tails;
  private final TimeFloors floors;
  private final MessageSizes sizes;
  private final DataLoss dataLoss;

  private SortedMap<String, Tail> seen = new TreeMap<>();
  private final Map<String, Extent> emptied = new HashMap<>();
  private Map<String, Long> ceilings;
  private String lastServed;
  private Long lastBatchNanos;

  /** Where the query has begun is asked for when a batch is planned. */
  TriggerPlanner(
      TableSettings settings, BrokerLease broker, Supplier<Optional<StartOfQuery>> beginning) {
    this.settings = settings;
    this.broker = broker;
    this.tails = broker.tails();
    this.floors = new TimeFloors(beginning, broker.bounds());
    this.sizes = new MessageSizes(settings.streaming().estimatedMessageSize(), broker.bounds());
    this.dataLoss = new DataLoss(settings.reading().failsOnDataLoss(), LOG);
  }

  /** From now on nothing is read that arrives later. */
  void fixCeilings() {
    SecondLook.at(() -> fixCeilings(new StreamOffsets(new TreeMap<>())));
  }

  private Map<String, Long> fixCeilings(StreamOffsets reached) {
    ceilings = new TreeMap<>();
    tails
        .look(broker.topology().streamsOf(settings.target()), reached.next())
        .forEach((stream, tail) -> ceilings.put(stream, tail.extent().end()));
    return ceilings;
  }

  /** The end of a batch from here on; the same where there is nothing to read yet. */
  StreamOffsets end(StreamOffsets start, TriggerLimits limits) {
    return patiently(() -> endFrom(start, limits));
  }

  private StreamOffsets endFrom(StreamOffsets start, TriggerLimits limits) {
    if (ceilings != null && seen.isEmpty() && isBehind(start)) {
      fixCeilings(start);
    }
    look(start);
    TriggerPlan plan = new TriggerPlan(start, extents(), bounds(start));
    report(start, plan);
    SortedMap<String, Long> pending = plan.pending();
    // Whoever waits for more would never see it when nothing that arrives later is read.
    if (ceilings == null && limits.waits(pending, sinceLastBatch())) {
      return plan.end(new TreeMap<>());
    }
    SortedMap<String, Long> allowed = limits.allowed(pending, sizes(limits, plan), lastServed);
    StreamOffsets end = plan.end(allowed);
    if (!end.equals(start)) {
      lastServed = Allowance.lastServed(served(allowed), lastServed);
      lastBatchNanos = System.nanoTime();
    }
    return end;
  }

  /**
   * A query that has begun outlives a broker that restarts, as its tasks do; one that begins is
   * told at once.
   */
  private <T> T patiently(Supplier<T> planning) {
    Supplier<T> both = () -> SecondLook.at(planning);
    return seen.isEmpty() ? both.get() : broker.outlasting(settings.reading().patience(), both);
  }

  /** Whether what is available was counted by leaders that did not know yet all there is. */
  private boolean isBehind(StreamOffsets start) {
    return ceilings.entrySet().stream()
        .anyMatch(end -> end.getValue() < start.next().getOrDefault(end.getKey(), 0L));
  }

  private void look(StreamOffsets start) {
    List<String> streams = new ArrayList<>(broker.topology().streamsOf(settings.target()));
    requireOurs(start, streams);
    if (ceilings != null) {
      streams.retainAll(ceilings.keySet());
    }
    seen = tails.look(streams, start.next());
    seen.forEach(
        (stream, tail) -> {
          if (start.next().getOrDefault(stream, -1L) == tail.extent().end()) {
            emptied.put(stream, tail.extent());
          }
        });
  }

  /** Of a super stream partitions come and go, but never all; a stream is always itself. */
  private void requireOurs(StreamOffsets offsets, List<String> streams) {
    Set<String> known = offsets.next().keySet();
    boolean isOurs =
        settings.target() instanceof Target.SuperStream
            ? streams.stream().anyMatch(known::contains)
            : streams.containsAll(known);
    if (!known.isEmpty() && !isOurs) {
      throw new RabbitStreamsException(
          ErrorCode.CHECKPOINT_UNUSABLE,
          ("The checkpoint is of a query that reads %s, and this one reads %s. Give it a"
                  + " checkpointLocation of its own.")
              .formatted(known, streams));
    }
  }

  private void report(StreamOffsets start, TriggerPlan plan) {
    plan.missing().forEach(stream -> dataLoss.missing(stream, start.next().get(stream)));
    for (String stream : plan.anew()) {
      dataLoss.anew(stream, start.next().get(stream), seen.get(stream).extent().covered());
      floors.forget(stream);
      emptied.remove(stream);
    }
    for (Loss loss : plan.losses()) {
      dataLoss.removed(loss, "The stream now begins at offset %d.".formatted(loss.until()));
    }
  }

  private SortedMap<String, Double> sizes(TriggerLimits limits, TriggerPlan plan) {
    if (limits.maxBytes() == null) {
      return new TreeMap<>();
    }
    Map<String, Long> pending = plan.pending();
    Set<String> waiting =
        pending.keySet().stream()
            .filter(stream -> pending.get(stream) > 0)
            .collect(Collectors.toSet());
    SortedMap<String, Double> known = sizes.at(waiting, plan::base);
    pending.keySet().forEach(stream -> known.putIfAbsent(stream, 1.0));
    return known;
  }

  private static SortedMap<String, Long> served(SortedMap<String, Long> allowed) {
    SortedMap<String, Long> served = new TreeMap<>(allowed);
    served.values().removeIf(count -> count == 0);
    return served;
  }

  private Duration sinceLastBatch() {
    return lastBatchNanos == null
        ? Duration.ofSeconds(Long.MAX_VALUE)
        : Duration.ofNanos(System.nanoTime() - lastBatchNanos);
  }

  /** What a batch reads. Where it is repeated after a restart, nothing was looked at before. */
  List<OffsetRange> ranges(StreamOffsets start, StreamOffsets end) {
    return patiently(() -> rangesBetween(start, end));
  }

  private List<OffsetRange> rangesBetween(StreamOffsets start, StreamOffsets end) {
    List<String> streams = broker.topology().streamsOf(settings.target());
    requireOurs(end, streams);
    if (!seen.keySet().containsAll(end.next().keySet())) {
      seen = tails.look(streams, end.next());
    }
    List<OffsetRange> ranges =
        new ArrayList<>(new TriggerPlan(start, extents(), bounds(start)).ranges(end));
    ranges.removeIf(range -> isMissing(range, streams));
    return ranges;
  }

  private boolean isMissing(OffsetRange range, List<String> streams) {
    boolean isMissing = !streams.contains(range.stream());
    if (isMissing) {
      dataLoss.missing(range.stream(), range.from());
    }
    return isMissing;
  }

  private TriggerPlan.Bounds bounds(StreamOffsets start) {
    Map<String, Long> vacant = new TreeMap<>();
    emptied.forEach(
        (stream, extent) -> {
          if (start.next().getOrDefault(stream, -1L) == extent.end()) {
            vacant.put(stream, extent.covered());
          }
        });
    return new TriggerPlan.Bounds(
        floors.of(seen, start), ceilings == null ? Map.of() : ceilings, vacant);
  }

  private Map<String, Extent> extents() {
    Map<String, Extent> extents = new TreeMap<>();
    seen.forEach((stream, tail) -> extents.put(stream, tail.extent()));
    return extents;
  }

  /** What the streams held when they were last looked at. */
  SortedMap<String, Tail> seen() {
    return seen;
  }
}
