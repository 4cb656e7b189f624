package org.sparkrabbit.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a trigger of a streaming query finds: where it stands in each stream, and what waits there.
 *
 * <p>The end of a batch is all that a checkpoint remembers. So a stream whose beginning is news, as
 * it has appeared or was made anew, is not read at once: the batch ends at its first offset, and
 * the next one begins there, however often it is repeated.
 */
public final class TriggerPlan {
  private static final OptionalLong NO_FLOOR = OptionalLong.of(0);

  private final StreamOffsets start;
  private final Map<String, Extent> extents;
  private final SortedMap<String, StreamStanding> standings = new TreeMap<>();

  /**
   * What is known beside the extents, each by the name of a stream, where there is anything.
   *
   * @param floors the first offset of the time to begin at; empty while nothing has reached it
   * @param ceilings one past the last offset that the query may read
   * @param vacant offsets from where the query stands up to before this one never were messages
   */
  public record Bounds(
      Map<String, OptionalLong> floors, Map<String, Long> ceilings, Map<String, Long> vacant) {}

  /** Streams without an extent do not exist now. */
  public TriggerPlan(StreamOffsets start, Map<String, Extent> extents, Bounds bounds) {
    this.start = start;
    this.extents = extents;
    start
        .next()
        .forEach(
            (stream, next) -> {
              if (extents.containsKey(stream)) {
                standings.put(
                    stream,
                    new StreamStanding(
                        next,
                        extents.get(stream),
                        bounds.floors().getOrDefault(stream, NO_FLOOR),
                        bounds.ceilings().getOrDefault(stream, Long.MAX_VALUE),
                        bounds.vacant().getOrDefault(stream, next)));
              }
            });
  }

  /** Streams that the query has read, and that do not exist any more. */
  public Set<String> missing() {
    Set<String> missing = new TreeSet<>(start.next().keySet());
    missing.removeAll(extents.keySet());
    return missing;
  }

  /** Streams that end before what the query has read: others of the same names. */
  public Set<String> anew() {
    Set<String> anew = new TreeSet<>(standings.keySet());
    anew.removeIf(stream -> !standings.get(stream).isAnew());
    return anew;
  }

  /** Messages that were removed before they were read. */
  public List<Loss> losses() {
    List<Loss> losses = new ArrayList<>();
    for (StreamStanding standing : standings.values()) {
      if (!standing.isAnew() && standing.hasLost()) {
        losses.add(standing.loss());
      }
    }
    return losses;
  }

  /** How many offsets of each stream could be read. */
  public SortedMap<String, Long> pending() {
    SortedMap<String, Long> pending = new TreeMap<>();
    standings.forEach(
        (stream, standing) -> pending.put(stream, standing.isAnew() ? 0 : standing.pending()));
    return pending;
  }

  /** Where the reading of a stream goes on that has something pending. */
  public long base(String stream) {
    return standings.get(stream).base();
  }

  /** Where a batch ends that reads so many offsets of each stream; none where nothing is said. */
  public StreamOffsets end(SortedMap<String, Long> allowed) {
    SortedMap<String, Long> end = new TreeMap<>(start.next());
    allowed.forEach(
        (stream, count) -> end.put(stream, count == 0 ? end.get(stream) : base(stream) + count));
    anew().forEach(stream -> end.put(stream, extents.get(stream).first()));
    extents.forEach((stream, extent) -> end.putIfAbsent(stream, extent.first()));
    return new StreamOffsets(end);
  }

  /**
   * What a batch reads that ends there, the messages that are lost included. A stream that is new,
   * or begins anew, gives nothing to the batch that says so.
   */
  public List<OffsetRange> ranges(StreamOffsets end) {
    List<OffsetRange> ranges = new ArrayList<>();
    start
        .next()
        .forEach(
            (stream, next) -> {
              StreamStanding standing = standings.get(stream);
              long from = standing == null ? next : standing.wanted();
              long until = end.next().getOrDefault(stream, from);
              if (from < until) {
                ranges.add(new OffsetRange(stream, from, until));
              }
            });
    return ranges;
  }
}
