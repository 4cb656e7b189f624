package org.sparkrabbit.rows;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

/**
 * Damaged messages are decoded or are told to be malformed: no other failure, no endless loop, no
 * look beyond their end, no memory out of proportion. `make fuzz` tries a million; the seed of a
 * case is its number, so that one case can be tried alone.
 */
class FuzzTest {
  private static final int CASES = Integer.getInteger("fuzz.cases", 50_000);
  private static final int FIRST = Integer.getInteger("fuzz.first", 0);
  private static final int MESSAGES = 2_000;
  private static final long MOST_BYTES = 512 * 1024;
  private static final long MOST_BYTES_PER_BYTE = 100;
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final int[] EXTREMES = {0, 1, 0x7f, 0x80, 0xff, 0x40, 0x45, 0x53, 0xa1, 0xc1};
  private static final int[] SIZES = {0, 1, 255, 256, 65_536, Integer.MAX_VALUE, -1, -5};

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final MessageView view = new MessageView("orders");
  private final List<RowProjection> projections = projections();
  private int decoded;
  private int malformed;
  private long mostBytes;
  private long longestNanos;

  @Test
  void damaged_messages_are_decoded_or_told() {
    byte[][] messages =
        IntStream.range(0, MESSAGES)
            .mapToObj(seed -> new RandomMessage(seed).encoded())
            .toArray(byte[][]::new);
    for (int number = FIRST; number < FIRST + CASES; number++) {
      byte[] damaged = damaged(messages, new Random(number));
      try {
        tryAll(damaged, number);
      } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
        throw new AssertionError("Case " + number + " of " + damaged.length + " bytes", e);
      }
    }
    System.out.printf(
        "Fuzzed %,d damaged messages: %,d looks decoded, %,d malformed; at most %,d bytes and %,d ms"
            + " for one%n",
        CASES, decoded, malformed, mostBytes, TimeUnit.NANOSECONDS.toMillis(longestNanos));
    assertTrue(CASES < 1_000 || decoded > CASES / 10 && malformed > CASES / 10);
  }

  private void tryAll(byte[] message, int number) {
    Wire.moveTo(view, message);
    long begin = System.nanoTime();
    long allocated = threads.getCurrentThreadAllocatedBytes();
    RowProjection some = projections.get(number % projections.size());
    look(() -> projections.get(0).rowOf(view));
    look(() -> some.rowOf(view));
    look(view::value);
    look(view::properties);
    look(view::applicationProperties);
    look(view::messageAnnotations);
    long bytes = threads.getCurrentThreadAllocatedBytes() - allocated;
    long nanos = System.nanoTime() - begin;
    mostBytes = Math.max(mostBytes, bytes);
    longestNanos = Math.max(longestNanos, nanos);
    assertTrue(
        bytes <= MOST_BYTES + MOST_BYTES_PER_BYTE * message.length,
        () -> "Case %d of %d bytes took %d".formatted(number, message.length, bytes));
    assertTrue(nanos < LONGEST_NANOS, () -> "Case %d took %d ns".formatted(number, nanos));
  }

  private void look(Runnable part) {
    try {
      part.run();
      decoded++;
    } catch (MalformedMessageException e) {
      malformed++;
    }
  }

  /** All columns, each alone, and each of the properties alone. */
  private static List<RowProjection> projections() {
    StructType all = SourceColumn.schema();
    StructType properties = PropertyField.structType();
    return Stream.of(
            Stream.of(all),
            Arrays.stream(all.fields()).map(field -> new StructType(new StructField[] {field})),
            Arrays.stream(properties.fields())
                .map(field -> new StructType(new StructField[] {field}))
                .map(struct -> new StructType().add("properties", struct)))
        .flatMap(schemas -> schemas)
        .map(RowProjection::new)
        .toList();
  }

  private static byte[] damaged(byte[][] messages, Random random) {
    byte[] message = messages[random.nextInt(messages.length)].clone();
    int hits = random.nextBoolean() ? 1 : 1 + random.nextInt(4);
    for (int hit = 0; hit < hits; hit++) {
      message = hit(message, messages, random);
    }
    return message;
  }

  private static byte[] hit(byte[] message, byte[][] messages, Random random) {
    int at = random.nextInt(message.length + 1);
    // The heads of sections, lists and maps lie at the front of what is mostly text.
    at = random.nextBoolean() ? Math.min(at, random.nextInt(64)) : at;
    return switch (random.nextInt(7)) {
      case 0 -> Arrays.copyOf(message, at);
      case 1 -> {
        int until = Math.min(message.length, at + random.nextInt(20));
        yield Encoded.join(
            Arrays.copyOf(message, at), Arrays.copyOfRange(message, until, message.length));
      }
      case 2 -> set(message, at, random.nextInt());
      case 3 -> set(message, at, EXTREMES[random.nextInt(EXTREMES.length)]);
      case 4 -> {
        if (at + 4 <= message.length) {
          AmqpFormat.putInt(message, at, SIZES[random.nextInt(SIZES.length)]);
        }
        yield message;
      }
      case 5 -> {
        byte[] other = messages[random.nextInt(messages.length)];
        int from = random.nextInt(other.length + 1);
        yield Encoded.join(
            Arrays.copyOf(message, at), Arrays.copyOfRange(other, from, other.length));
      }
      default -> {
        int until = Math.min(message.length, at + random.nextInt(20));
        byte[] again = Arrays.copyOfRange(message, at, until);
        yield Encoded.join(
            Arrays.copyOf(message, until), again, Arrays.copyOfRange(message, at, message.length));
      }
    };
  }

  private static byte[] set(byte[] message, int at, int value) {
    if (at < message.length) {
      message[at] = (byte) value;
    }
    return message;
  }
}
