package org.sparkrabbit.rows;

import static org.sparkrabbit.rows.Encoded.bytes;
import static org.sparkrabbit.rows.Encoded.compound;
import static org.sparkrabbit.rows.Encoded.fitsSmall;
import static org.sparkrabbit.rows.Encoded.join;
import static org.sparkrabbit.rows.Encoded.joined;
import static org.sparkrabbit.rows.Encoded.ofLong;
import static org.sparkrabbit.rows.Encoded.utf8;
import static org.sparkrabbit.rows.Encoded.variable;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A message in some encoding, with what it holds; the same for the same seed. */
final class RandomMessage {
  private final Random random;
  private final RandomValues values;
  private final List<byte[]> encoded = new ArrayList<>();

  /** Null where there is no such section. */
  Map<String, Encoded> annotations;

  Map<PropertyField, Encoded> properties;
  Map<String, Encoded> applicationProperties;
  byte[] body;

  /** Whether the clients' codecs decode all of it, and to the same. */
  boolean isComparable = true;

  RandomMessage(long seed) {
    random = new Random(seed);
    values = new RandomValues(random);
    if (random.nextInt(4) == 0) {
      section(0x70, bytes(0xc0, 2, 1, 0x41));
    }
    if (random.nextBoolean()) {
      annotations = new LinkedHashMap<>();
      section(0x72, map(annotations, true));
    }
    if (random.nextBoolean()) {
      properties = new EnumMap<>(PropertyField.class);
      section(0x73, properties());
    }
    if (random.nextBoolean()) {
      applicationProperties = new LinkedHashMap<>();
      section(0x74, map(applicationProperties, false));
    }
    body();
    if (random.nextInt(8) == 0) {
      section(0x78, bytes(0xc1, 1, 0));
    }
  }

  byte[] encoded() {
    return joined(encoded);
  }

  private void section(int code, byte[] value) {
    byte[] descriptor =
        random.nextInt(4) == 0 ? join(bytes(0, 0x80), ofLong(code)) : bytes(0, 0x53, code);
    encoded.add(join(descriptor, value));
  }

  private byte[] map(Map<String, Encoded> entries, boolean keysAreSymbols) {
    List<byte[]> parts = new ArrayList<>();
    int size = random.nextInt(10) == 0 ? 15 + random.nextInt(200) : random.nextInt(5);
    for (int entry = 0; entry < size; entry++) {
      String key = "key" + random.nextInt(Math.max(1, size * 3 / 2));
      boolean isCompound = keysAreSymbols && random.nextInt(6) == 0;
      Encoded value = isCompound ? values.nested(0) : values.scalar();
      parts.add((keysAreSymbols ? values.symbol(key) : values.string(key)).bytes());
      parts.add(value.bytes());
      entries.put(key, value);
      isComparable &= value.isComparable();
    }
    return wrapped(0xc1, parts);
  }

  private byte[] wrapped(int smallForm, List<byte[]> parts) {
    byte[] content = joined(parts);
    boolean isSmall = fitsSmall(parts.size(), content) && random.nextInt(4) > 0;
    return compound(smallForm, isSmall, parts.size(), content);
  }

  private byte[] properties() {
    List<byte[]> parts = new ArrayList<>();
    int count = random.nextInt(PropertyField.ALL.size() + 1);
    for (PropertyField field : PropertyField.ALL.subList(0, count)) {
      Encoded value = random.nextInt(3) == 0 ? Encoded.nothing() : property(field);
      properties.put(field, value);
      parts.add(value.bytes());
    }
    return count == 0 && random.nextBoolean() ? bytes(0x45) : wrapped(0xc0, parts);
  }

  private Encoded property(PropertyField field) {
    return switch (field.type()) {
      case TEXT -> field.fieldName().endsWith("_id") ? id(field) : values.string();
      case SYMBOL -> values.symbol();
      case BINARY -> values.binary();
      case SEQUENCE_NUMBER -> values.uint(random.nextInt() >> random.nextInt(32));
      case TIME -> {
        long millis = random.nextLong() >> random.nextInt(64);
        yield Encoded.of(join(bytes(0x83), ofLong(millis)), null, millis);
      }
    };
  }

  private Encoded id(PropertyField field) {
    if (field != PropertyField.MESSAGE_ID && field != PropertyField.CORRELATION_ID) {
      return values.string();
    }
    return switch (random.nextInt(4)) {
      case 0 -> values.ulong(random.nextLong() >> random.nextInt(64));
      case 1 -> values.uuid();
      case 2 -> values.binary();
      default -> values.string();
    };
  }

  private void body() {
    switch (random.nextInt(8)) {
      case 0 -> {
        int sections = random.nextInt(20);
        List<byte[]> contents = new ArrayList<>();
        for (int section = 0; section < sections; section++) {
          contents.add(data());
        }
        body = joined(contents);
        isComparable &= sections == 1;
      }
      case 1 -> {
        Encoded value = random.nextBoolean() ? values.string() : values.binary();
        section(0x77, value.bytes());
        body = value.object() instanceof byte[] bytes ? bytes : utf8((String) value.object());
        isComparable = false;
      }
      case 2 -> {
        Encoded value = values.nested(0);
        section(random.nextBoolean() ? 0x76 : 0x77, value.bytes());
        body = value.bytes();
        isComparable = false;
      }
      default -> body = data();
    }
  }

  private byte[] data() {
    byte[] content = new byte[values.size()];
    random.nextBytes(content);
    section(0x75, variable(0xa0, content.length <= 255 && random.nextInt(4) > 0, content));
    return content;
  }
}
