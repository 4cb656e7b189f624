package org.sparkrabbit.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.extension.ReceivedMessage;

class MessageViewTest {
  @Test
  void a_message_shows_its_parts_to_filters() {
    ReceivedMessage message =
        Wire.view(
            Wire.bytes(
                "005372"
                    + Wire.map("a301'c'", "a101'd'")
                    + "005373"
                    + Wire.list("5307", "a0020102", "40", "a101's'")
                    + "005374"
                    + Wire.map("a101'a'", "40")
                    + "005375a00161"));
    assertEquals("orders", message.stream());
    assertEquals(42, message.offset());
    assertEquals(Instant.ofEpochMilli(1_700_000_000_123L), message.chunkTimestamp());
    assertArrayEquals(new byte[] {'a'}, message.value());
    assertEquals("7", message.properties().messageId());
    assertArrayEquals(new byte[] {1, 2}, message.properties().userId());
    assertNull(message.properties().to());
    assertEquals("s", message.properties().subject());
    assertNull(message.properties().groupSequence());
    assertNull(message.applicationProperties().get("a"));
    assertEquals(1, message.applicationProperties().size());
    assertEquals(Map.of("c", "d"), message.messageAnnotations());
  }

  @Test
  void a_message_that_is_only_a_body_has_empty_parts() {
    ReceivedMessage message = Wire.view(Wire.bytes("005375a00161"));
    assertNull(message.properties().messageId());
    assertEquals(Map.of(), message.applicationProperties());
    assertEquals(Map.of(), message.messageAnnotations());
  }

  @Test
  void bytes_that_are_no_message_are_told_to_whoever_looks() {
    ReceivedMessage message = Wire.view(Wire.bytes("'this is not AMQP'"));
    assertThrows(MalformedMessageException.class, message::value);
    assertThrows(MalformedMessageException.class, message::properties);
  }

  @Test
  void a_row_after_a_filter_is_the_same_as_without() {
    MessageView view =
        Wire.view(Wire.bytes("005373" + Wire.list("5307") + "005375a00161 005375a00162"));
    RowProjection projection = new RowProjection(SourceColumn.schema());
    Object alone = projection.rowOf(view).copy();
    view.value();
    view.properties();
    assertEquals(alone, projection.rowOf(view));
  }
}
