package org.sparkrabbit.broker;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.rabbitmq.stream.Constants;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.errors.RabbitStreamsException;

class DeliveryTapTest {
  private static final int HEARTBEAT = 0x17;

  private final List<String> received = new ArrayList<>();
  private ChunkHead latest;
  private final Numbers<ChunkSink> numbers = new Numbers<>();
  private final EmbeddedChannel channel =
      new EmbeddedChannel(new LengthFieldBasedFrameDecoder(Integer.MAX_VALUE, 0, 4, 0, 4));

  @BeforeEach
  void install() {
    new DeliveryTap(new Sinks(numbers)).install(channel);
    numbers.take("a", new Recorder());
  }

  @Test
  void chunks_go_to_their_sink_and_all_else_to_the_client_however_the_bytes_are_cut() {
    Random random = new Random(7);
    ByteBuf wire = Unpooled.buffer();
    List<String> chunks = new ArrayList<>();
    int others = 0;
    for (int frame = 0; frame < 300; frame++) {
      switch (random.nextInt(4)) {
        case 0 -> {
          other(wire, random.nextInt(40));
          others++;
        }
        case 1 -> deliver(wire, 1 + random.nextInt(2), 9, "nobody's");
        default -> {
          String text = "x".repeat(random.nextInt(500));
          deliver(wire, 1 + random.nextInt(2), 0, text);
          chunks.add(text);
        }
      }
    }
    while (wire.isReadable()) {
      int length = Math.min(wire.readableBytes(), 1 + random.nextInt(90));
      channel.writeInbound(wire.readRetainedSlice(length));
    }
    assertEquals(chunks, received);
    assertEquals(others, channel.inboundMessages().size());
  }

  @Test
  void the_head_of_a_chunk_is_read() {
    ByteBuf wire = Unpooled.buffer();
    deliver(wire, 2, 0, "abc");
    channel.writeInbound(wire);
    assertEquals(List.of("abc"), received);
    assertEquals(new ChunkHead(70, 5, 1_234, 3, 0xfedcba98L), latest);
  }

  @Test
  void a_chunk_that_does_not_fit_its_frame_ends_the_connection() {
    ByteBuf wire = Unpooled.buffer();
    deliver(wire, 1, 0, "abc");
    wire.setInt(0, wire.getInt(0) - 20);
    assertThrows(IllegalStateException.class, () -> channel.writeInbound(wire));
    assertFalse(channel.isOpen());
  }

  @Test
  void a_chunk_of_another_type_ends_its_subscription() {
    ByteBuf wire = Unpooled.buffer();
    deliver(wire, 1, 0, "abc");
    wire.setByte(10, 2);
    channel.writeInbound(wire);
    assertEquals(List.of("ended"), received);
  }

  private static void other(ByteBuf wire, int length) {
    wire.writeInt(4 + length).writeShort(HEARTBEAT).writeShort(1).writeZero(length);
  }

  private static void deliver(ByteBuf wire, int version, int subscription, String text) {
    byte[] messages = text.getBytes(StandardCharsets.US_ASCII);
    ByteBuf frame = Unpooled.buffer();
    frame.writeShort(Constants.COMMAND_DELIVER).writeShort(version).writeByte(subscription);
    if (version == 2) {
      frame.writeLong(99);
    }
    frame.writeByte(0x50).writeByte(0).writeShort(1).writeInt(5).writeLong(1_234).writeLong(3);
    frame.writeLong(70).writeInt(0xfedcba98).writeInt(messages.length).writeInt(6).writeInt(0);
    frame.writeBytes(messages).writeBytes("trailer".getBytes(StandardCharsets.US_ASCII));
    wire.writeInt(frame.readableBytes()).writeBytes(frame);
  }

  private final class Recorder implements ChunkSink {
    private byte[] place;

    @Override
    public byte[] begin(ChunkHead chunk) {
      place = new byte[chunk.bytes() + 3];
      return place;
    }

    @Override
    public void complete(ChunkHead chunk) {
      latest = chunk;
      assertArrayEquals(new byte[3], Arrays.copyOfRange(place, chunk.bytes(), chunk.bytes() + 3));
      received.add(new String(place, 0, chunk.bytes(), StandardCharsets.US_ASCII));
    }

    @Override
    public void ended(RabbitStreamsException why) {
      received.add("ended");
    }
  }
}
