package org.sparkrabbit.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.rabbitmq.stream.Constants;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RefusalsTest {
  private static final int RESPONSE = 0x8000;

  private final Refusals refusals = new Refusals();
  private final EmbeddedChannel channel =
      new EmbeddedChannel(new LengthFieldBasedFrameDecoder(Integer.MAX_VALUE, 0, 4, 0, 4));

  @BeforeEach
  void install() {
    refusals.watch(channel);
  }

  /** As the client does it: of a refusal it makes an empty list. */
  private Refusals.Answer<List<String>> answered(int command, short code) {
    return refusals.answer(
        () -> {
          ByteBuf frame = Unpooled.buffer();
          frame.writeInt(14).writeShort(RESPONSE | command).writeShort(1);
          frame.writeInt(7).writeShort(code).writeInt(0);
          channel.writeInbound(frame);
          channel.<ByteBuf>readInbound().release();
          return List.of();
        });
  }

  @Test
  void a_refusal_is_told_from_an_empty_answer() {
    short refused = Constants.RESPONSE_CODE_ACCESS_REFUSED;
    assertEquals(refused, answered(Constants.COMMAND_ROUTE, refused).code());
    short none = Constants.RESPONSE_CODE_OK;
    assertEquals(none, answered(Constants.COMMAND_ROUTE, none).code());
    short missing = Constants.RESPONSE_CODE_STREAM_DOES_NOT_EXIST;
    assertEquals(missing, answered(Constants.COMMAND_PARTITIONS, missing).code());
  }

  @Test
  void codes_of_other_answers_are_none_of_its_business() {
    short none = Constants.RESPONSE_CODE_OK;
    answered(Constants.COMMAND_ROUTE, none);
    assertEquals(
        none, answered(Constants.COMMAND_METADATA, Constants.RESPONSE_CODE_ACCESS_REFUSED).code());
  }
}
