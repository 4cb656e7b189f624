package org.sparkrabbit.broker;

import com.rabbitmq.stream.Constants;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.util.function.Supplier;

/**
 * Reads whether the broker refuses to tell of a super stream. The client makes an empty list of
 * every refusal, which looks like a key that nothing is bound with.
 */
final class Refusals extends ChannelInboundHandlerAdapter {
  private static final int RESPONSE = 0x8000;
  private static final int CODE_AT = 8;

  private volatile short latest;

  /** What the client gives, and the code of the broker. */
  record Answer<T>(T value, short code) {}

  void watch(Channel channel) {
    String decoder = channel.pipeline().context(LengthFieldBasedFrameDecoder.class).name();
    channel.pipeline().addAfter(decoder, null, this);
  }

  /** Asks one after the other, so that codes belong to their requests. */
  synchronized <T> Answer<T> answer(Supplier<T> request) {
    return new Answer<>(request.get(), latest);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf frame = (ByteBuf) message;
    int key = frame.getUnsignedShort(frame.readerIndex());
    if (key == (RESPONSE | Constants.COMMAND_ROUTE)
        || key == (RESPONSE | Constants.COMMAND_PARTITIONS)) {
      latest = frame.getShort(frame.readerIndex() + CODE_AT);
    }
    context.fireChannelRead(message);
  }
}
