package org.sparkrabbit.broker;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

/**
 * The ends of streams, looked at again and again. Counting is cheap, and only where the count has
 * changed the last chunk is asked for.
 */
public final class Tails {
  private static final Logger LOG = LoggerFactory.getLogger(Tails.class);

  private final Nodes nodes;
  private final Map<String, Seen> seen = new ConcurrentHashMap<>();

  private record Seen(Statistics statistics, Tail tail) {}

  Tails(Nodes nodes) {
    this.nodes = nodes;
  }

  /**
   * What the streams hold now; those that do not exist are left out. A broker that has just become
   * the leader may not know yet all that was confirmed, so a stream that seems to end before what
   * is known to have been there is asked again for a while. If that does not mend it, it is as the
   * broker says: the stream was made anew.
   */
  public SortedMap<String, Tail> look(Collection<String> streams, Map<String, Long> reached) {
    Map<String, Long> known = new TreeMap<>();
    for (String stream : streams) {
      Seen before = seen.get(stream);
      long seenUntil = before == null ? 0 : before.tail().extent().end();
      known.put(stream, Math.max(seenUntil, reached.getOrDefault(stream, 0L)));
    }
    SortedMap<String, Tail> tails = Attempts.USUAL.at(() -> counted(streams));
    Set<String> behind = behind(tails, known);
    if (!behind.isEmpty()) {
      tails.keySet().removeAll(behind);
      tails.putAll(lookAgain(behind, known));
    }
    return tails;
  }

  private SortedMap<String, Tail> lookAgain(Set<String> streams, Map<String, Long> known) {
    AtomicReference<SortedMap<String, Tail>> latest = new AtomicReference<>();
    try {
      Attempts.USUAL.at(
          () -> {
            // A leader that cannot tell yet is no proof.
            latest.set(null);
            latest.set(counted(streams));
            return requireReached(latest.get(), known);
          });
    } catch (RabbitStreamsException e) {
      if (e.code() != ErrorCode.NO_PROGRESS || latest.get() == null) {
        throw e;
      }
      LOG.warn("Streams end before what they held, so they were made anew: {}", latest);
    }
    return latest.get();
  }

  private static boolean requireReached(SortedMap<String, Tail> tails, Map<String, Long> known) {
    Set<String> behind = behind(tails, known);
    if (!behind.isEmpty()) {
      throw new RabbitStreamsException(
          ErrorCode.NO_PROGRESS, "The leaders of " + behind + " do not know yet what they held.");
    }
    return true;
  }

  private static Set<String> behind(SortedMap<String, Tail> tails, Map<String, Long> known) {
    Set<String> behind = new TreeSet<>(tails.keySet());
    behind.removeIf(stream -> tails.get(stream).extent().covered() >= known.get(stream));
    return behind;
  }

  private SortedMap<String, Tail> counted(Collection<String> streams) {
    SortedMap<String, NodeConnection> leaders = nodes.leadersOf(streams);
    SortedMap<String, Tail> tails = new TreeMap<>();
    List<String> existing = List.copyOf(leaders.keySet());
    List<Tail> found = Concurrently.each(existing, stream -> counted(leaders.get(stream), stream));
    for (int index = 0; index < existing.size(); index++) {
      tails.put(existing.get(index), found.get(index));
    }
    return tails;
  }

  private Tail counted(NodeConnection leader, String stream) {
    Statistics statistics = StreamBounds.known(leader, stream);
    Seen before = seen.get(stream);
    Tail tail;
    if (statistics.isEmpty()) {
      tail = Tail.ofEmpty(stream);
    } else if (before != null && before.statistics().covered() == statistics.covered()) {
      tail = before.tail().from(statistics.first());
    } else {
      tail = StreamBounds.lastChunk(leader, stream, statistics);
    }
    seen.put(stream, new Seen(statistics, tail));
    return tail;
  }
}
