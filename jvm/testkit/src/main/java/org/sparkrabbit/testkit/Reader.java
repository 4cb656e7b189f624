package org.sparkrabbit.testkit;

import com.rabbitmq.stream.Consumer;
import com.rabbitmq.stream.ConsumerFlowStrategy;
import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.EnvironmentBuilder;
import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.MessageHandler;
import com.rabbitmq.stream.OffsetSpecification;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Reads a stream with the bare client and counts.
 *
 * <ul>
 *   <li>{@code read uri=… stream=… count=… limit=SECONDS [codec=default|skip]} reads that many
 *       messages from the first offset and tells how long it took from the subscription to the last
 *       message, its offset, and the broker's committed chunk.
 *   <li>{@code verify uri=… stream=… limit=SECONDS} appends a marker and counts the messages before
 *       it.
 * </ul>
 */
public final class Reader implements AutoCloseable {

  private static final int CREDITS = 50;

  private final Environments decoding = new Environments(EnvironmentBuilder::build);
  private final Environments skipping =
      new Environments(builder -> builder.codec(new SkippingCodec()).build());

  public static void main(String[] arguments) throws Exception {
    int exit;
    try (Reader reader = new Reader()) {
      exit = new Console(reader::run).run(arguments);
    }
    System.exit(exit);
  }

  @Override
  public void close() {
    decoding.close();
    skipping.close();
  }

  private String run(Command command) throws InterruptedException {
    return switch (command.verb()) {
      case "read" -> read(command);
      case "verify" -> verify(command);
      default -> throw command.unknown("read", "verify");
    };
  }

  private String read(Command command) throws InterruptedException {
    Environment environment =
        switch (command.text("codec", "default")) {
          case "default" -> decoding.at(command.text("uri"));
          case "skip" -> skipping.at(command.text("uri"));
          default -> throw new IllegalArgumentException("codec is either default or skip.");
        };
    String stream = command.text("stream");
    Counter counter = new Counter(command.number("count"));
    long begin = System.nanoTime();
    await(environment, stream, counter, command.number("limit"));
    long committed = environment.queryStreamStats(stream).committedChunkId();
    return new Timing(counter.seen, counter.end - begin)
        .json(", \"last_offset\": " + counter.offset + ", \"committed_chunk\": " + committed);
  }

  private String verify(Command command) throws InterruptedException {
    Environment environment = decoding.at(command.text("uri"));
    String stream = command.text("stream");
    long limit = command.number("limit");
    Writer.append(environment, stream, MarkerSearch.MARKER, limit);
    MarkerSearch search = new MarkerSearch();
    long begin = System.nanoTime();
    await(environment, stream, search, limit);
    return new Timing(search.seen, search.end - begin).json();
  }

  private static void await(Environment environment, String stream, Search search, long limit)
      throws InterruptedException {
    Consumer consumer =
        environment.consumerBuilder().stream(stream)
            .offset(OffsetSpecification.first())
            .messageHandler(search)
            .flow()
            .strategy(ConsumerFlowStrategy.creditOnChunkArrival(CREDITS))
            .builder()
            .build();
    try {
      if (!search.done.await(limit, TimeUnit.SECONDS)) {
        throw new IllegalStateException(
            "Read only " + search.seen + " messages of " + stream + " within " + limit + " s.");
      }
    } finally {
      consumer.close();
    }
  }

  /** Counts on the client's thread; the latch publishes the fields to the one that waits. */
  private abstract static class Search implements MessageHandler {
    final CountDownLatch done = new CountDownLatch(1);
    long seen;
    long offset;
    long end;

    final void finish(Context context) {
      end = System.nanoTime();
      offset = context.offset();
      done.countDown();
    }
  }

  private static final class Counter extends Search {
    private final long wanted;

    Counter(long wanted) {
      this.wanted = wanted;
    }

    @Override
    public void handle(Context context, Message message) {
      if (seen < wanted && ++seen == wanted) {
        finish(context);
      }
    }
  }

  private static final class MarkerSearch extends Search {
    static final byte[] MARKER = {'e', 'n', 'd'};

    @Override
    public void handle(Context context, Message message) {
      if (Arrays.equals(message.getBodyAsBinary(), MARKER)) {
        finish(context);
      } else if (done.getCount() > 0) {
        seen++;
      }
    }
  }
}
