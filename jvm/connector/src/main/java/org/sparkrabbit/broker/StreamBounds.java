package org.sparkrabbit.broker;

import com.rabbitmq.stream.OffsetSpecification;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToLongFunction;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Endpoint;
import org.sparkrabbit.plan.BatchPlan.TimeQuestion;
import org.sparkrabbit.plan.Extent;

/**
 * What streams hold, exactly, as their leaders see it. Statistics tell the first offset and whether
 * there is anything, but not the end: they also count chunks that carry no messages. The last chunk
 * of messages tells it. Nothing here waits for a while to see whether anything comes: a broker that
 * has answered a later request has delivered all that there was.
 */
public final class StreamBounds {
  private static final int TIMES_TO_ASK = 10;
  private static final Duration PAUSE = Duration.ofMillis(20);

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
    return Attempts.USUAL.at(() -> askedOf(nodes.leaderOf(stream), stream).extent());
  }

  /**
   * The same once the stream has reached an offset. A broker that has just become the leader may
   * not know yet all that was confirmed, so it is asked again for a while; then it is as it says.
   */
  public Extent extentReaching(String stream, long reached) {
    AtomicReference<Extent> latest = new AtomicReference<>();
    try {
      return Attempts.USUAL.at(
          () -> {
            // A leader that cannot tell yet is no proof.
            latest.set(null);
            latest.set(askedOf(nodes.leaderOf(stream), stream).extent());
            if (latest.get().covered() < reached) {
              throw notKnownYet(stream);
            }
            return latest.get();
          });
    } catch (RabbitStreamsException e) {
      if (e.code() != ErrorCode.NO_PROGRESS || latest.get() == null) {
        throw e;
      }
      return latest.get();
    }
  }

  private static RabbitStreamsException notKnownYet(String stream) {
    return new RabbitStreamsException(
        ErrorCode.NO_PROGRESS,
        ("The leader of the stream '%s' does not know yet what its replicas have confirmed. Check"
                + " that most of them run, then try again.")
            .formatted(stream));
  }

  /** The first offset that one broker still holds of a stream. */
  public long firstAt(Endpoint broker, String stream) {
    return Statistics.of(nodes.at(broker), stream).first();
  }

  /**
   * The chunk that holds an offset, or the first one behind it, if there is any. The messages of a
   * filtered or compressed chunk count like others.
   */
  private Optional<ChunkHead> chunkAt(String stream, long offset) {
    return Attempts.USUAL.at(
        () -> oneChunk(nodes.leaderOf(stream), stream, OffsetSpecification.offset(offset)));
  }

  /** Statistics fall short of the last chunk at most, so the chunk is asked for only then. */
  static long covered(NodeConnection node, String stream, long wanted) {
    long counted = Statistics.of(node, stream).covered();
    return counted >= wanted ? counted : askedOf(node, stream).extent().covered();
  }

  /** The same for several streams; those without such a chunk are left out. */
  public Map<String, ChunkHead> chunksAt(
      Collection<String> streams, ToLongFunction<String> offset) {
    Map<String, ChunkHead> chunks = new ConcurrentHashMap<>();
    Concurrently.each(
        List.copyOf(streams),
        stream -> {
          chunkAt(stream, offset.applyAsLong(stream)).ifPresent(chunk -> chunks.put(stream, chunk));
          return stream;
        });
    return chunks;
  }

  static Tail askedOf(NodeConnection leader, String stream) {
    Statistics statistics = known(leader, stream);
    return statistics.isEmpty() ? Tail.ofEmpty(stream) : lastChunk(leader, stream, statistics);
  }

  /** Of a leader, which may hold chunks and not know yet that any of them is confirmed. */
  static Statistics known(NodeConnection leader, String stream) {
    Statistics statistics = Statistics.of(leader, stream);
    if (statistics.isUnconfirmed()) {
      throw notKnownYet(stream);
    }
    return statistics;
  }

  /**
   * Asks for the last chunk of a stream that is known to hold something. What was counted before
   * holds no message behind that chunk; what is counted later may.
   */
  static Tail lastChunk(NodeConnection leader, String stream, Statistics before) {
    OneChunk wanted = new OneChunk();
    try (Delivery delivery =
        leader.subscribe(stream, OffsetSpecification.last(), 1, Map.of(), wanted)) {
      for (int asked = 0; asked < TIMES_TO_ASK; asked++) {
        delivery.awaitAnswer();
        if (wanted.head().isPresent()) {
          return Tail.of(stream, before, wanted.head().get());
        }
        // A chunk that the replicas have not confirmed yet does not come before they have.
        if (oneChunk(leader, stream, OffsetSpecification.first()).isEmpty()) {
          return Tail.ofNoMessages(stream, before);
        }
        Attempts.pause(PAUSE.multipliedBy(asked));
      }
    }
    throw new RabbitStreamsException(
        ErrorCode.NO_PROGRESS,
        ("The last chunk of the stream '%s' does not come from its leader at %s: its replicas have"
                + " not confirmed it. Check that most of them run, then try again.")
            .formatted(stream, leader.node()));
  }

  private static Optional<ChunkHead> oneChunk(
      NodeConnection leader, String stream, OffsetSpecification where) {
    OneChunk wanted = new OneChunk();
    try (Delivery delivery = leader.subscribe(stream, where, 1, Map.of(), wanted)) {
      delivery.awaitAnswer();
    }
    return wanted.head();
  }

  private OptionalLong firstFrom(TimeQuestion question) {
    NodeConnection leader = nodes.leaderOf(question.stream());
    FirstChunkFrom wanted = new FirstChunkFrom(question.epochMillis());
    OffsetSpecification from = OffsetSpecification.timestamp(question.epochMillis());
    try (Delivery delivery = leader.subscribe(question.stream(), from, 1, Map.of(), wanted)) {
      // A leader may have had a slower clock than the one before it: look on until time is reached.
      for (int asked = 1; ; asked++) {
        delivery.awaitAnswer();
        if (wanted.isFound() || wanted.seen() < asked) {
          return wanted.offset();
        }
        delivery.credit(1);
      }
    }
  }

  /** Takes down the one chunk that is asked for. */
  private static final class OneChunk extends Ending {
    private ChunkHead head;

    @Override
    public synchronized void complete(ChunkHead chunk) {
      head = chunk;
    }

    synchronized Optional<ChunkHead> head() {
      requireNotEnded();
      return Optional.ofNullable(head);
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
    public synchronized void complete(ChunkHead chunk) {
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

  /** Looks at the heads of chunks, and keeps why a subscription ended before its time. */
  private abstract static class Ending implements ChunkSink {
    private RabbitStreamsException why;

    @Override
    public byte[] begin(ChunkHead chunk) {
      return null;
    }

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
