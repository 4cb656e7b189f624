package org.sparkrabbit.rows;

import static org.sparkrabbit.rows.Encoded.bytes;
import static org.sparkrabbit.rows.Encoded.compound;
import static org.sparkrabbit.rows.Encoded.fitsSmall;
import static org.sparkrabbit.rows.Encoded.join;
import static org.sparkrabbit.rows.Encoded.joined;
import static org.sparkrabbit.rows.Encoded.ofInt;
import static org.sparkrabbit.rows.Encoded.ofLong;
import static org.sparkrabbit.rows.Encoded.ofShort;
import static org.sparkrabbit.rows.Encoded.utf8;
import static org.sparkrabbit.rows.Encoded.variable;

import com.rabbitmq.stream.amqp.UnsignedByte;
import com.rabbitmq.stream.amqp.UnsignedInteger;
import com.rabbitmq.stream.amqp.UnsignedLong;
import com.rabbitmq.stream.amqp.UnsignedShort;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Values of every type of AMQP 1.0 in every form that holds them, the same for the same seed. */
final class RandomValues {
  private static final String LETTERS = "abc \"\\/{}[]0\n\u0000\u007fäß€ж漢\uD83D\uDE00";
  private static final String ASCII = "abcXYZ-_.:/0123456789";

  private final Random random;

  RandomValues(Random random) {
    this.random = random;
  }

  Encoded scalar() {
    long any = random.nextLong() >> random.nextInt(64);
    return switch (random.nextInt(22)) {
      case 0 -> Encoded.nothing();
      case 1 -> truth(random.nextBoolean());
      case 2 ->
          Encoded.of(bytes(0x50, (int) any), "" + (any & 0xff), UnsignedByte.valueOf((byte) any));
      case 3 ->
          Encoded.of(
              join(bytes(0x60), ofShort((int) any)),
              "" + (any & 0xffff),
              UnsignedShort.valueOf((short) any));
      case 4 -> uint((int) any);
      case 5 -> ulong(any);
      case 6 -> Encoded.of(bytes(0x51, (int) any), "" + (byte) any, (byte) any);
      case 7 -> Encoded.of(join(bytes(0x61), ofShort((int) any)), "" + (short) any, (short) any);
      case 8 -> Encoded.of(join(bytes(0x71), ofInt((int) any)), "" + (int) any, (int) any);
      case 9 -> Encoded.of(bytes(0x54, (int) any), "" + (byte) any, (int) (byte) any);
      case 10 -> Encoded.of(join(bytes(0x81), ofLong(any)), "" + any, any);
      case 11 -> Encoded.of(bytes(0x55, (int) any), "" + (byte) any, (long) (byte) any);
      case 12 -> {
        float number = Float.intBitsToFloat((int) any);
        yield Encoded.of(join(bytes(0x72), ofInt((int) any)), "" + number, number);
      }
      case 13 -> {
        double number = Double.longBitsToDouble(any);
        yield Encoded.of(join(bytes(0x82), ofLong(any)), "" + number, number);
      }
      case 14 -> decimal(random.nextInt(10_000_000));
      case 15 -> character("aß€漢".charAt(random.nextInt(4)));
      case 16 ->
          Encoded.of(join(bytes(0x83), ofLong(any)), Instant.ofEpochMilli(any).toString(), any);
      case 17 -> uuid();
      case 18 -> binary();
      case 19 -> symbol();
      default -> string();
    };
  }

  private Encoded truth(boolean value) {
    byte[] form = random.nextBoolean() ? bytes(value ? 0x41 : 0x42) : bytes(0x56, value ? 1 : 0);
    return Encoded.of(form, "" + value, value);
  }

  Encoded uint(int value) {
    String text = Integer.toUnsignedString(value);
    UnsignedInteger object = UnsignedInteger.valueOf(value);
    if (value == 0 && random.nextBoolean()) {
      return Encoded.of(bytes(0x43), text, object);
    }
    boolean isSmall = (value & 0xff) == value && random.nextBoolean();
    return Encoded.of(isSmall ? bytes(0x52, value) : join(bytes(0x70), ofInt(value)), text, object);
  }

  Encoded ulong(long value) {
    String text = Long.toUnsignedString(value);
    UnsignedLong object = UnsignedLong.valueOf(value);
    if (value == 0 && random.nextBoolean()) {
      return Encoded.of(bytes(0x44), text, object);
    }
    boolean isSmall = (value & 0xff) == value && random.nextBoolean();
    return Encoded.of(
        isSmall ? bytes(0x53, (int) value) : join(bytes(0x80), ofLong(value)), text, object);
  }

  /** Whole numbers that each of the three types holds, with an exponent of zero. */
  private Encoded decimal(int coefficient) {
    byte[] bytes =
        switch (random.nextInt(3)) {
          case 0 -> join(bytes(0x74), ofInt(101 << 23 | coefficient));
          case 1 -> join(bytes(0x84), ofLong(398L << 53 | coefficient));
          default -> join(bytes(0x94), ofLong(6176L << 49), ofLong(coefficient));
        };
    // The larger half of the smallest type's numbers is written in another way.
    return coefficient < 1 << 23 ? Encoded.alone(bytes, "" + coefficient) : character('x');
  }

  private static Encoded character(char value) {
    return Encoded.of(join(bytes(0x73), ofInt(value)), "" + value, (int) value);
  }

  Encoded uuid() {
    UUID value = new UUID(random.nextLong(), random.nextLong());
    byte[] bytes =
        join(ofLong(value.getMostSignificantBits()), ofLong(value.getLeastSignificantBits()));
    return Encoded.of(join(bytes(0x98), bytes), value.toString(), value);
  }

  Encoded binary() {
    byte[] content = random.nextBoolean() ? utf8(text(LETTERS)) : new byte[size()];
    if (random.nextBoolean()) {
      random.nextBytes(content);
    }
    String decoded = new String(content, StandardCharsets.UTF_8);
    boolean isText = Arrays.equals(utf8(decoded), content);
    String text = isText ? decoded : Base64.getEncoder().encodeToString(content);
    return Encoded.of(variable(0xa0, isSmall(content), content), text, content);
  }

  Encoded string() {
    return string(text(LETTERS));
  }

  Encoded string(String text) {
    return Encoded.of(variable(0xa1, isSmall(utf8(text)), utf8(text)), text, text);
  }

  Encoded symbol() {
    return symbol(text(ASCII));
  }

  Encoded symbol(String text) {
    return Encoded.of(variable(0xa3, isSmall(utf8(text)), utf8(text)), text, text);
  }

  /** Lists and maps, whose text is JSON, inside each other. */
  Encoded nested(int depth) {
    List<Encoded> parts = new ArrayList<>();
    List<Encoded> keys = new ArrayList<>();
    boolean isMap = random.nextBoolean();
    for (int element = random.nextInt(4); element > 0; element--) {
      parts.add(depth < 3 && random.nextInt(3) == 0 ? nested(depth + 1) : string());
      keys.add(symbol("k" + element));
    }
    List<byte[]> bytes = new ArrayList<>();
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int element = 0; element < parts.size(); element++) {
      if (isMap) {
        bytes.add(keys.get(element).bytes());
        map.put(keys.get(element).text(), parts.get(element).object());
      }
      bytes.add(parts.get(element).bytes());
    }
    byte[] content = joined(bytes);
    boolean isSmall = fitsSmall(bytes.size(), content) && random.nextBoolean();
    String text =
        IntStream.range(0, parts.size())
            .mapToObj(at -> (isMap ? "\"" + keys.get(at).text() + "\":" : "") + json(parts.get(at)))
            .collect(Collectors.joining(",", isMap ? "{" : "[", isMap ? "}" : "]"));
    Object object = isMap ? map : parts.stream().map(Encoded::object).toList();
    return Encoded.of(compound(isMap ? 0xc1 : 0xc0, isSmall, bytes.size(), content), text, object);
  }

  private static String json(Encoded value) {
    if (!(value.object() instanceof String text)) {
      return value.text();
    }
    StringBuilder quoted = new StringBuilder("\"");
    for (char letter : text.toCharArray()) {
      if (letter < ' ') {
        quoted.append("\\u%04x".formatted((int) letter));
      } else {
        quoted.append(letter == '"' || letter == '\\' ? "\\" : "").append(letter);
      }
    }
    return quoted.append('"').toString();
  }

  private boolean isSmall(byte[] content) {
    return content.length <= 255 && random.nextInt(4) > 0;
  }

  String text(String letters) {
    int[] points = letters.codePoints().toArray();
    return random
        .ints(size(), 0, points.length)
        .map(index -> points[index])
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** Mostly short, often empty, sometimes around the bounds of a size of one byte, rarely huge. */
  int size() {
    return switch (random.nextInt(20)) {
      case 0, 1 -> 0;
      case 2 -> 250 + random.nextInt(10);
      case 3 -> random.nextInt(30) == 0 ? 100_000 + random.nextInt(1_000) : 1_000;
      default -> random.nextInt(12);
    };
  }
}
