package org.sparkrabbit.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.rabbitmq.stream.Codec;
import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.MessageBuilder;
import com.rabbitmq.stream.codec.InternalCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BodyTest {
  private static final Codec CLIENT = new InternalCodec();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 255, 256, 70_000})
  void a_body_is_what_the_client_wrote(int size) {
    byte[] body = bytes(size);
    assertArrayEquals(body, bodyOf(encoded(CLIENT.messageBuilder().addData(body).build())));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 255, 256, 70_000})
  void sections_before_the_body_are_stepped_over(int size) {
    byte[] body = bytes(size);
    assertArrayEquals(
        body, bodyOf(encoded(decorated(CLIENT.messageBuilder()).addData(body).build())));
  }

  @ParameterizedTest
  @CsvSource({
    "one data section,                 005375a00161, 61",
    "one wide data section,            005375b00000000161, 61",
    "several data sections,            005375a00161 005375b0000000026263, 616263",
    "a wide descriptor,                0080 0000000000000075 a00161, 61",
    "a value that is binary,           005377a0026162, 6162",
    "a value that is a long string,    005377b1000000026162, 6162",
    "a value that is a number,         0053775407, 5407",
    "a sequence,                       005376 45, 45",
    "no body at all,                   00537045, ''",
    "annotations before the body,       005372 c10502a3016141 005375 a00161, 61",
    "a footer after the body,          005375a00161 00537845, 61",
    "a name instead of a number,       00a310616d71703a646174613a62696e617279 a00161, 61"
  })
  void every_form_of_body_is_found(String form, String message, String body) {
    byte[] expected = HexFormat.of().parseHex(body);
    byte[] encoded = HexFormat.of().parseHex(message.replace(" ", ""));
    assertArrayEquals(expected, bodyOf(encoded), form);
  }

  @ParameterizedTest
  @CsvSource({
    "0153,             a section should begin with 0x00",
    "005475,           unknown form 0x54",
    "005379a00161,     is not a section",
    "005375a00561,     a value is longer than what holds it",
    "005375b0ffffffff, a value is longer than what holds it",
    "005375a10161,     holds the form 0xa1 instead of binary",
    "00537501,         does not begin a value",
    "00,               a value is longer than what holds it"
  })
  void damage_is_told_and_never_read_over(String message, String what) {
    Exception e =
        assertThrows(
            MalformedMessageException.class, () -> bodyOf(HexFormat.of().parseHex(message)));
    assertTrue(e.getMessage().contains(what), e.getMessage());
  }

  @Test
  void many_data_sections_cost_linear_time() {
    byte[] section = HexFormat.of().parseHex("005375a00161");
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    IntStream.range(0, 200_000).forEach(i -> message.writeBytes(section));
    byte[] body =
        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> bodyOf(message.toByteArray()));
    assertEquals(200_000, body.length);
  }

  private static MessageBuilder decorated(MessageBuilder builder) {
    return builder
        .properties()
        .messageId(UUID.randomUUID())
        .correlationId(7L)
        .to("somewhere")
        .creationTime(1_700_000_000_000L)
        .messageBuilder()
        .applicationProperties()
        .entry("text", "x".repeat(300))
        .entry("number", 1.5d)
        .entry("uuid", UUID.randomUUID())
        .messageBuilder()
        .messageAnnotations()
        .entry("flag", true)
        .messageBuilder();
  }

  private static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  private static byte[] encoded(Message message) {
    ByteBuf framed = Unpooled.buffer();
    CLIENT.encode(message).writeTo(framed);
    byte[] bytes = new byte[framed.readInt()];
    framed.readBytes(bytes);
    return bytes;
  }

  private static byte[] bodyOf(byte[] message) {
    return Wire.view(message).value();
  }
}
