package org.sparkrabbit.broker;

import com.rabbitmq.stream.OffsetSpecification;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.plan.BatchPlan.TimeQuestion;
import org.sparkrabbit.plan.Extent;

/**
 * What streams hold, exactly, as their leaders see it. Statistics tell the first offset and whether
 * there is anything, but not the end: they also count chunks that carry no messages. The last chunk
 * of messages tells it. Nothing here waits for a while to see whether anything comes: a broker that
 * has answered a later request has delivered all that there was.
 */
public final class StreamBounds {
  private final Nodes nodes;

  StreamBounds(Nodes nodes) {
    this.nodes = nodes;
  }

  public List<Extent> extents(List<String> streams) {
    return Concurrently.each(streams, this::extent);
  }

  /**
   * For each question the first offset of the first chunk of that time or later, if there is any.
   */
  public Map<TimeQuestion, OptionalLong> answers(Set<TimeQuestion> questions) {
    Map<TimeQuestion, OptionalLong> answers = new ConcurrentHashMap<>();
    Concurrently.each(
        List.copyOf(questions),
        question -> answers.put(question, Attempts.USUAL.at(() -> firstFrom(question))) == null);
    return answers;
  }

  public Extent extent(String stream) {
    return Attempts.USUAL.at(() -> askedOf(nodes.leaderOf(stream), stream));
  }

  static long firstOffset(Map<String, Long> counted) {
    return Statistics.of(counted).first();
  }

  private static Extent askedOf(NodeConnection leader, String stream) {
    if (Statistics.of(leader, stream).isEmpty()) {
      return new Extent(stream, 0, 0, 0);
    }
    LastChunk last = new LastChunk();
    Statistics statistics;
    try (Delivery delivery =
        leader.subscribe(stream, OffsetSpecification.last(), 1, Map.of(), last)) {
      statistics = Statistics.of(delivery.statistics());
    }
    return last.extent(stream, statistics);
  }

  private OptionalLong firstFrom(TimeQuestion question) {
    NodeConnection leader = nodes.leaderOf(question.stream());
    FirstChunkFrom wanted = new FirstChunkFrom(question.epochMillis());
    OffsetSpecification from = OffsetSpecification.timestamp(question.epochMillis());
    try (Delivery delivery = leader.subscribe(question.stream(), from, 1, Map.of(), wanted)) {
      // A leader may have had a slower clock than the one before it: look on until time is reached.
      for (int asked = 1; ; asked++) {
        delivery.statistics();
        if (wanted.isFound() || wanted.seen() < asked) {
          return wanted.offset();
        }
        delivery.credit(1);
      }
    }
  }

  /** What the broker counts of a stream. */
  private record Statistics(long first, long covered) {
    private static final long NONE = -1;

    static Statistics of(NodeConnection connection, String stream) {
      return of(connection.statistics(stream));
    }

    static Statistics of(Map<String, Long> counted) {
      long chunk = counted.getOrDefault("committed_chunk_id", NONE);
      // Brokers before 4.3 do not tell the last offset.
      long offset = counted.getOrDefault("committed_offset", chunk);
      return new Statistics(
          Math.max(0, counted.getOrDefault("first_chunk_id", NONE)), Math.max(chunk, offset) + 1);
    }

    boolean isEmpty() {
      return covered == 0;
    }
  }

  /** Takes down where the last chunk ends. */
  private static final class LastChunk extends Ending {
    private long end = -1;

    @Override
    public synchronized void chunk(ChunkFrame chunk) {
      end = chunk.end();
    }

    /** A stream without a last chunk holds no message, whatever else it holds. */
    synchronized Extent extent(String stream, Statistics statistics) {
      requireNotEnded();
      if (end < 0) {
        return new Extent(stream, statistics.covered(), statistics.covered(), statistics.covered());
      }
      return new Extent(
          stream, Math.min(statistics.first(), end), end, Math.max(end, statistics.covered()));
    }
  }

  /** Takes down where the first chunk of a time or later begins. */
  private static final class FirstChunkFrom extends Ending {
    private final long epochMillis;
    private int seen;
    private long offset = -1;

    FirstChunkFrom(long epochMillis) {
      this.epochMillis = epochMillis;
    }

    @Override
    public synchronized void chunk(ChunkFrame chunk) {
      seen++;
      if (offset < 0 && chunk.timestamp() >= epochMillis) {
        offset = chunk.firstOffset();
      }
    }

    synchronized int seen() {
      requireNotEnded();
      return seen;
    }

    synchronized boolean isFound() {
      return offset >= 0;
    }

    synchronized OptionalLong offset() {
      return offset < 0 ? OptionalLong.empty() : OptionalLong.of(offset);
    }
  }

  /** Keeps why a subscription ended before its time. */
  private abstract static class Ending implements ChunkSink {
    private RabbitStreamsException why;

    @Override
    public synchronized void ended(RabbitStreamsException reason) {
      why = reason;
    }

    synchronized void requireNotEnded() {
      if (why != null) {
        throw why;
      }
    }
  }
}
