package org.sparkrabbit.broker;

import com.rabbitmq.stream.Consumer;
import com.rabbitmq.stream.ConsumerFlowStrategy;
import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.NoOffsetException;
import com.rabbitmq.stream.OffsetSpecification;
import com.rabbitmq.stream.StreamException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.plan.OffsetRange;

/**
 * What a stream holds, exactly. Statistics tell the first offset and whether there is anything, but
 * not the end: they also count chunks that carry no messages. The last chunk of messages tells it.
 */
public final class StreamBounds {
  private static final int AT_ONCE = 8;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Environment environment;

  StreamBounds(Environment environment) {
    this.environment = environment;
  }

  /** The bounds of all these streams, several of them asked for at the same time. */
  public List<OffsetRange> ofAll(List<String> streams) {
    ExecutorService threads = Executors.newFixedThreadPool(Math.min(AT_ONCE, streams.size()));
    try {
      List<Future<OffsetRange>> answers =
          threads.invokeAll(
              streams.stream().map(stream -> (Callable<OffsetRange>) () -> of(stream)).toList());
      List<OffsetRange> bounds = new ArrayList<>();
      for (Future<OffsetRange> answer : answers) {
        bounds.add(answer.get());
      }
      return bounds;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RabbitStreamsException(
          ErrorCode.INTERRUPTED, "Interrupted while looking for the bounds of " + streams, e);
    } finally {
      threads.shutdownNow();
    }
  }

  /** From the first offset that is kept to one past the last message. */
  public OffsetRange of(String stream) {
    return Attempts.USUAL.at(() -> boundsOf(stream));
  }

  private OffsetRange boundsOf(String stream) {
    OptionalLong first = firstKept(stream);
    if (first.isEmpty()) {
      return new OffsetRange(stream, 0, 0);
    }
    long end = endOfLastChunk(stream);
    return new OffsetRange(stream, Math.min(first.getAsLong(), end), end);
  }

  /** Empty for a stream that has never held anything. */
  public OptionalLong firstOffset(String stream) {
    return Attempts.USUAL.at(() -> firstKept(stream));
  }

  private OptionalLong firstKept(String stream) {
    try {
      return OptionalLong.of(environment.queryStreamStats(stream).firstOffset());
    } catch (NoOffsetException e) {
      return OptionalLong.empty();
    } catch (StreamException | IllegalStateException e) {
      throw ClientFailure.translate("The bounds of the stream '" + stream + "' are unknown", e);
    }
  }

  private long endOfLastChunk(String stream) {
    CompletableFuture<Long> end = new CompletableFuture<>();
    try {
      return awaitEnd(stream, end);
    } catch (TimeoutException e) {
      throw new RabbitStreamsException(
          ErrorCode.NO_PROGRESS,
          ("The stream '%s' is not empty, but the broker delivered no last chunk within %d s, so its"
                  + " end is unknown. Either the broker is overloaded (try again), or the stream"
                  + " holds stored offsets and no message yet (publish one).")
              .formatted(stream, PATIENCE.toSeconds()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RabbitStreamsException(
          ErrorCode.INTERRUPTED,
          "Interrupted while looking for the end of the stream '%s'".formatted(stream),
          e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (StreamException | IllegalStateException e) {
      throw ClientFailure.translate("The end of the stream '" + stream + "' is unknown", e);
    }
  }

  private long awaitEnd(String stream, CompletableFuture<Long> end)
      throws InterruptedException, ExecutionException, TimeoutException {
    Consumer consumer = lastChunkConsumer(stream, end);
    try {
      return end.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      consumer.close();
    }
  }

  private Consumer lastChunkConsumer(String stream, CompletableFuture<Long> end) {
    return environment.consumerBuilder().stream(stream)
        .offset(OffsetSpecification.last())
        .noTrackingStrategy()
        .flow()
        .strategy(new FirstArrival(end))
        .builder()
        .messageHandler((context, message) -> {})
        .build();
  }

  /** Takes the bounds of the first chunk that arrives, and asks for no other. */
  private record FirstArrival(CompletableFuture<Long> end) implements ConsumerFlowStrategy {
    @Override
    public int initialCredits() {
      return 1;
    }

    @Override
    public MessageProcessedCallback start(Context chunk) {
      end.complete(chunk.chunkId() + chunk.messageCount());
      return message -> {};
    }
  }
}
