package org.sparkrabbit.testkit;

import com.rabbitmq.stream.ConfirmationHandler;
import com.rabbitmq.stream.ConfirmationStatus;
import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.EnvironmentBuilder;
import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.MessageBuilder;
import com.rabbitmq.stream.Producer;
import com.rabbitmq.stream.ProducerBuilder;
import com.rabbitmq.stream.StreamCreator;
import com.rabbitmq.stream.compression.Compression;
import com.rabbitmq.stream.impl.Client;
import com.rabbitmq.stream.impl.Client.ClientParameters;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * Fills streams with the bare client and counts the confirms.
 *
 * <ul>
 *   <li>{@code version uri=…} tells the version of the broker
 *   <li>{@code create uri=… stream=… [partitions=…]} and {@code delete uri=… stream=…
 *       [partitions=…]}; with partitions it is a super stream
 *   <li>{@code write uri=… stream=… count=… bytes=… limit=SECONDS [shape=plain|properties|keyed]
 *       [partitions=…] [entry=… compression=…] [bodies=FILE] [settings=tuned|own]} appends messages
 *       and tells how long it took from the first message to the last confirm. The bodies follow
 *       each other in the file and are sent in turns; with partitions, a message goes where the
 *       hash of its key says. With its own settings the client has its defaults, with tuned ones
 *       what makes it fastest.
 * </ul>
 */
public final class Writer implements AutoCloseable {

  private static final int UNCONFIRMED = 50_000;
  private static final int BATCH = 500;

  private final Environments environments = new Environments(EnvironmentBuilder::build);

  public static void main(String[] arguments) throws Exception {
    int exit;
    try (Writer writer = new Writer()) {
      exit = new Console(writer::run).run(arguments);
    }
    System.exit(exit);
  }

  @Override
  public void close() {
    environments.close();
  }

  private String run(Command command) throws IOException, InterruptedException {
    if (command.verb().equals("version")) {
      return "{\"version\": \"" + brokerVersion(URI.create(command.text("uri"))) + "\"}";
    }
    Environment environment = environments.at(command.text("uri"));
    String stream = command.text("stream");
    return switch (command.verb()) {
      case "create" -> {
        create(environment, stream, command.count("partitions"));
        yield "{}";
      }
      case "delete" -> {
        if (command.count("partitions") > 0) {
          environment.deleteSuperStream(stream);
        } else {
          environment.deleteStream(stream);
        }
        yield "{}";
      }
      case "write" -> write(environment, stream, command);
      default -> throw command.unknown("version", "create", "delete", "write");
    };
  }

  private static String brokerVersion(URI uri) {
    ClientParameters parameters = new ClientParameters().host(uri.getHost());
    if (uri.getPort() > 0) {
      parameters.port(uri.getPort());
    }
    if (uri.getUserInfo() != null) {
      String[] user = uri.getUserInfo().split(":", 2);
      parameters.username(user[0]).password(user.length > 1 ? user[1] : "");
    }
    if (uri.getPath() != null && uri.getPath().length() > 1) {
      parameters.virtualHost(uri.getPath().substring(1));
    }
    try (Client client = new Client(parameters)) {
      return client.brokerVersion();
    }
  }

  private static void create(Environment environment, String stream, int partitions) {
    StreamCreator creator = environment.streamCreator().name(stream);
    if (partitions > 0) {
      creator.superStream().partitions(partitions).creator();
    }
    creator.create();
  }

  private static String write(Environment environment, String stream, Command command)
      throws IOException, InterruptedException {
    Shape shape = Shape.valueOf(command.text("shape", "plain").toUpperCase(Locale.ROOT));
    List<byte[]> bodies = bodies(command);
    return append(
            producer(environment, stream, command),
            command.number("count"),
            command.number("limit"),
            (builder, index) ->
                shape.message(builder, bodies.get((int) (index % bodies.size())), index))
        .json();
  }

  private static List<byte[]> bodies(Command command) throws IOException {
    int size = Math.toIntExact(command.number("bytes"));
    String file = command.text("bodies", "");
    if (file.isEmpty()) {
      byte[] body = new byte[size];
      new Random(0).nextBytes(body);
      return List.of(body);
    }
    byte[] all = Files.readAllBytes(Path.of(file));
    return IntStream.range(0, all.length / size)
        .mapToObj(number -> Arrays.copyOfRange(all, number * size, (number + 1) * size))
        .toList();
  }

  private static ProducerBuilder producer(Environment environment, String stream, Command command) {
    ProducerBuilder builder =
        switch (command.text("settings", "tuned")) {
          case "tuned" -> tuned(environment);
          case "own" -> environment.producerBuilder();
          default -> throw new IllegalArgumentException("settings is either tuned or own.");
        };
    String compression = command.text("compression", "");
    if (!compression.isEmpty()) {
      builder
          .subEntrySize(Math.toIntExact(command.number("entry")))
          .compression(Compression.valueOf(compression.toUpperCase(Locale.ROOT)));
    }
    if (command.count("partitions") > 0) {
      return builder.superStream(stream).routing(Shape::key).producerBuilder();
    }
    return builder.stream(stream);
  }

  private static ProducerBuilder tuned(Environment environment) {
    return environment.producerBuilder().batchSize(BATCH).maxUnconfirmedMessages(UNCONFIRMED);
  }

  /** Appends one message. */
  static void append(Environment environment, String stream, byte[] body, long limit)
      throws InterruptedException {
    append(
        tuned(environment).stream(stream),
        1,
        limit,
        (builder, index) -> builder.addData(body).build());
  }

  private static Timing append(
      ProducerBuilder to, long count, long limit, BiFunction<MessageBuilder, Long, Message> message)
      throws InterruptedException {
    try (Producer producer = to.build()) {
      Confirms confirms = new Confirms(count);
      long begin = System.nanoTime();
      long latest = begin + TimeUnit.SECONDS.toNanos(limit);
      for (long index = 0; index < count; index++) {
        producer.send(message.apply(producer.messageBuilder(), index), confirms);
        if (index % BATCH == 0 && System.nanoTime() > latest) {
          break;
        }
      }
      confirms.await(latest);
      return new Timing(count, confirms.end - begin);
    }
  }

  private static final class Confirms implements ConfirmationHandler {
    private final long wanted;
    private final AtomicLong confirmed = new AtomicLong();
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile long end;
    private volatile int refusal;

    Confirms(long wanted) {
      this.wanted = wanted;
    }

    @Override
    public void handle(ConfirmationStatus status) {
      if (!status.isConfirmed()) {
        refusal = status.getCode();
        done.countDown();
      } else if (confirmed.incrementAndGet() == wanted) {
        end = System.nanoTime();
        done.countDown();
      }
    }

    void await(long latest) throws InterruptedException {
      boolean inTime = done.await(latest - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (refusal != 0) {
        throw new IllegalStateException("The broker refused a message with code " + refusal + ".");
      }
      if (!inTime) {
        throw new IllegalStateException(
            "Only " + confirmed + " of " + wanted + " messages were confirmed in time.");
      }
    }
  }
}
