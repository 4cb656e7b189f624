package org.sparkrabbit.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.rabbitmq.stream.Codec;
import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.Properties;
import com.rabbitmq.stream.codec.InternalCodec;
import com.rabbitmq.stream.codec.QpidProtonCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

/** Messages mean the same to us and to the client's own codecs, whoever wrote them. */
class ClientCodecTest {
  private static final int CASES = Integer.getInteger("differential.cases", 20_000);
  private static final List<Codec> CODECS = List.of(new InternalCodec(), new QpidProtonCodec());
  private static final StructType ALL = SourceColumn.schema();

  @Test
  void messages_in_any_encoding_are_read_as_the_client_reads_them() {
    RowProjection projection = new RowProjection(ALL);
    MessageView view = new MessageView("orders");
    int compared = 0;
    for (int seed = 0; seed < CASES; seed++) {
      RandomMessage message = new RandomMessage(seed);
      Wire.moveTo(view, message.encoded());
      String label = "seed " + seed;
      assertEquals(expected(message), found(projection.rowOf(view)), label);
      assertArrayEquals(message.body, view.value(), label);
      if (message.isComparable) {
        CODECS.forEach(codec -> assertSame(message, codec, label));
        compared++;
      }
    }
    System.out.printf(
        "Read %,d generated messages, %,d of them as %d codecs of the client do%n",
        CASES, compared, CODECS.size());
    assertTrue(compared > CASES / 4);
  }

  @Test
  void what_we_write_is_read_back_by_us_and_by_the_client() {
    int compared = 0;
    for (int seed = 0; seed < CASES; seed++) {
      RandomMessage message = new RandomMessage(seed);
      InternalRow read = new RowProjection(ALL).rowOf(Wire.view(message.encoded()));
      Object before = found(read);
      byte[] written = Rows.written(new SinkRow(SinkSchema.of(ALL, false, true)).moveTo(read));
      assertEquals(before, found(new RowProjection(ALL).rowOf(Wire.view(written))), "seed " + seed);
      for (Codec codec : CODECS) {
        assertRead(before, decoded(codec, written), "seed " + seed);
      }
      compared++;
    }
    System.out.printf(
        "Wrote %,d messages that %d codecs of the client read%n", compared, CODECS.size());
  }

  private static Map<String, Object> expected(RandomMessage message) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("value", HexFormat.of().formatHex(message.body));
    row.put("stream", Wire.STREAM);
    row.put("offset", Wire.OFFSET);
    row.put("chunk_timestamp", Wire.CHUNK_MILLIS * 1000);
    row.put("properties", properties(message));
    row.put("application_properties", texts(message.applicationProperties));
    row.put("message_annotations", texts(message.annotations));
    row.put(
        "creation_time",
        message.properties == null ? null : column(message, PropertyField.CREATION_TIME));
    row.put("routing_key", null);
    return row;
  }

  private static Map<String, String> texts(Map<String, Encoded> entries) {
    if (entries == null) {
      return null;
    }
    Map<String, String> texts = new TreeMap<>();
    entries.forEach((key, value) -> texts.put(key, value.text()));
    return texts;
  }

  private static Map<String, Object> properties(RandomMessage message) {
    if (message.properties == null) {
      return null;
    }
    Map<String, Object> values = new TreeMap<>();
    PropertyField.ALL.forEach(field -> values.put(field.fieldName(), column(message, field)));
    return values;
  }

  private static Object column(RandomMessage message, PropertyField field) {
    Encoded value = message.properties.get(field);
    if (value == null || value.object() == null) {
      return null;
    }
    return switch (field.type()) {
      case TEXT, SYMBOL -> value.text();
      case BINARY -> HexFormat.of().formatHex((byte[]) value.object());
      case TIME -> Times.micros((Long) value.object());
      case SEQUENCE_NUMBER -> Long.parseLong(value.text());
    };
  }

  private static Map<String, Object> found(InternalRow row) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (String column : ALL.fieldNames()) {
      values.put(column, plain(Rows.value(row, ALL, column)));
    }
    return values;
  }

  /** Bytes as digits, maps in the order of their keys, numbers as text: equal if they are. */
  private static Object plain(Object value) {
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof Binary binary) {
      return HexFormat.of().formatHex(binary.getArray());
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> sorted = new TreeMap<>();
      map.forEach((key, entry) -> sorted.put(key.toString(), plain(entry)));
      return sorted;
    }
    if (value instanceof List<?> list) {
      List<Object> elements = new ArrayList<>();
      list.forEach(element -> elements.add(plain(element)));
      return elements;
    }
    if (value instanceof Character character) {
      return (int) character;
    }
    if (value != null && value.getClass().isArray()) {
      Object[] elements = new Object[Array.getLength(value)];
      Arrays.setAll(elements, index -> Array.get(value, index));
      return plain(Arrays.asList(elements));
    }
    return value;
  }

  private static String text(Object value) {
    return value == null ? null : plain(value).toString();
  }

  private static void assertSame(RandomMessage message, Codec codec, String label) {
    Message decoded = decoded(codec, message.encoded());
    assertArrayEquals(message.body, decoded.getBodyAsBinary(), label);
    assertEntries(message.annotations, decoded.getMessageAnnotations(), label);
    assertEntries(message.applicationProperties, decoded.getApplicationProperties(), label);
    if (message.properties != null) {
      Properties properties = decoded.getProperties();
      for (PropertyField field : PropertyField.ALL) {
        Encoded value = message.properties.get(field);
        Object object = value == null ? null : value.object();
        if (object != null && field.type() == PropertyType.TIME) {
          object = unless(0, (Long) object);
        }
        assertEquals(text(object), text(ofClient(properties, field)), label + " " + field);
      }
    }
  }

  private static void assertEntries(
      Map<String, Encoded> entries, Map<String, Object> decoded, String label) {
    Map<String, Object> objects = new LinkedHashMap<>();
    if (entries != null) {
      entries.forEach((key, value) -> objects.put(key, value.object()));
    }
    assertEquals(text(objects), text(decoded == null ? Map.of() : decoded), label);
  }

  /** What we wrote has the types of our columns. */
  private static void assertRead(Object row, Message decoded, String label) {
    Map<?, ?> columns = (Map<?, ?>) row;
    assertEquals(columns.get("value"), plain(decoded.getBodyAsBinary()), label);
    for (String column : List.of("application_properties", "message_annotations")) {
      Map<String, Object> map =
          column.startsWith("m")
              ? decoded.getMessageAnnotations()
              : decoded.getApplicationProperties();
      Object expected = columns.get(column) == null ? Map.of() : columns.get(column);
      assertEquals(text(expected), text(map == null ? Map.of() : map), label);
    }
    Map<?, ?> properties = (Map<?, ?>) columns.get("properties");
    for (PropertyField field : properties == null ? List.<PropertyField>of() : PropertyField.ALL) {
      Object expected = properties.get(field.fieldName());
      if (expected != null && field.type() == PropertyType.TIME) {
        expected = unless(0, Times.millis((Long) expected));
      }
      Object found = ofClient(decoded.getProperties(), field);
      assertEquals(text(expected), text(found), label + " " + field);
    }
  }

  private static Object ofClient(Properties properties, PropertyField field) {
    return switch (field) {
      case MESSAGE_ID -> properties.getMessageId();
      case USER_ID -> properties.getUserId();
      case TO -> properties.getTo();
      case SUBJECT -> properties.getSubject();
      case REPLY_TO -> properties.getReplyTo();
      case CORRELATION_ID -> properties.getCorrelationId();
      case CONTENT_TYPE -> properties.getContentType();
      case CONTENT_ENCODING -> properties.getContentEncoding();
      // The client tells a time that is not set as 0, and a number as -1.
      case ABSOLUTE_EXPIRY_TIME -> unless(0, properties.getAbsoluteExpiryTime());
      case CREATION_TIME -> unless(0, properties.getCreationTime());
      case GROUP_ID -> properties.getGroupId();
      case GROUP_SEQUENCE -> unless(-1, properties.getGroupSequence());
      case REPLY_TO_GROUP_ID -> properties.getReplyToGroupId();
    };
  }

  private static Long unless(long unset, long value) {
    return value == unset ? null : (Long) value;
  }

  private static Message decoded(Codec codec, byte[] message) {
    ByteBuf buffer = Unpooled.wrappedBuffer(message);
    return codec.decode(buffer, message.length);
  }
}
