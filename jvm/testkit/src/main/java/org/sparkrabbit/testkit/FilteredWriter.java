package org.sparkrabbit.testkit;

import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.MessageBuilder;
import com.rabbitmq.stream.Producer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Writes messages with filter values, which are their subjects and bodies, too. */
public final class FilteredWriter {
  private static final int PATIENCE_SECONDS = 30;

  private FilteredWriter() {}

  /**
   * A message for each value; null is no filter value, no subject and no bytes. At most so many are
   * unconfirmed at once; with one, each lands in a chunk of its own.
   */
  public static void write(Environment environment, String stream, String[] values, int unconfirmed)
      throws InterruptedException {
    Semaphore room = new Semaphore(unconfirmed);
    AtomicInteger refused = new AtomicInteger();
    try (Producer producer =
        environment.producerBuilder().stream(stream)
            .batchSize(unconfirmed)
            .filterValue(message -> message.getProperties().getSubject())
            .build()) {
      for (String value : values) {
        acquire(room, 1);
        producer.send(
            message(producer.messageBuilder(), value),
            status -> {
              refused.addAndGet(status.isConfirmed() ? 0 : 1);
              room.release();
            });
      }
      acquire(room, unconfirmed);
    }
    if (refused.get() > 0) {
      throw new IllegalStateException("The broker refused " + refused + " messages.");
    }
  }

  private static void acquire(Semaphore room, int permits) throws InterruptedException {
    if (!room.tryAcquire(permits, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("A message was not confirmed in time.");
    }
  }

  private static Message message(MessageBuilder builder, String value) {
    byte[] body = value == null ? new byte[0] : value.getBytes(StandardCharsets.UTF_8);
    return builder.properties().subject(value).messageBuilder().addData(body).build();
  }
}
