package org.sparkrabbit.testkit;

import com.rabbitmq.stream.ConfirmationHandler;
import com.rabbitmq.stream.ConfirmationStatus;
import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.EnvironmentBuilder;
import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.MessageBuilder;
import com.rabbitmq.stream.Producer;
import com.rabbitmq.stream.impl.Client;
import com.rabbitmq.stream.impl.Client.ClientParameters;
import java.net.URI;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;

/**
 * Fills streams with the bare client and counts the confirms.
 *
 * <ul>
 *   <li>{@code version uri=…} tells the version of the broker
 *   <li>{@code create uri=… stream=…} and {@code delete uri=… stream=…}
 *   <li>{@code write uri=… stream=… count=… bytes=… limit=SECONDS [shape=plain|properties]} appends
 *       messages and tells how long it took from the first message to the last confirm.
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

  private String run(Command command) throws InterruptedException {
    if (command.verb().equals("version")) {
      return "{\"version\": \"" + brokerVersion(URI.create(command.text("uri"))) + "\"}";
    }
    Environment environment = environments.at(command.text("uri"));
    String stream = command.text("stream");
    return switch (command.verb()) {
      case "create" -> {
        environment.streamCreator().stream(stream).create();
        yield "{}";
      }
      case "delete" -> {
        environment.deleteStream(stream);
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

  private static String write(Environment environment, String stream, Command command)
      throws InterruptedException {
    Shape shape = Shape.valueOf(command.text("shape", "plain").toUpperCase(Locale.ROOT));
    byte[] body = new byte[Math.toIntExact(command.number("bytes"))];
    new Random(0).nextBytes(body);
    return append(
            environment,
            stream,
            command.number("count"),
            command.number("limit"),
            (builder, index) -> shape.message(builder, body, index))
        .json();
  }

  /** Appends one message. */
  static void append(Environment environment, String stream, byte[] body, long limit)
      throws InterruptedException {
    append(environment, stream, 1, limit, (builder, index) -> builder.addData(body).build());
  }

  private static Timing append(
      Environment environment,
      String stream,
      long count,
      long limit,
      BiFunction<MessageBuilder, Long, Message> message)
      throws InterruptedException {
    try (Producer producer =
        environment.producerBuilder().stream(stream)
            .batchSize(BATCH)
            .maxUnconfirmedMessages(UNCONFIRMED)
            .build()) {
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
