package org.sparkrabbit.broker;

import com.rabbitmq.stream.Constants;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.sparkrabbit.options.Endpoint;

/**
 * Reads who answers, since behind a load balancer it may be another node than the one that was
 * wanted, and how large frames may be. The client keeps to itself what the broker says when a
 * connection is opened.
 */
final class Greeting extends ChannelInboundHandlerAdapter {
  private static final int RESPONSE = 0x8000;
  private static final int BEFORE_CODE = 8;
  private static final int BEFORE_FRAME_SIZE = 4;

  /** What the client asks for. */
  private static final int LARGEST_FRAME = 1024 * 1024;

  private volatile Endpoint advertised;
  private volatile int largestFrame = LARGEST_FRAME;

  void watch(Channel channel) {
    String decoder = channel.pipeline().context(LengthFieldBasedFrameDecoder.class).name();
    channel.pipeline().addAfter(decoder, null, this);
  }

  boolean isOf(Endpoint node) {
    return node.equals(advertised);
  }

  int largestFrame() {
    return largestFrame;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf frame = ((ByteBuf) message).duplicate();
    int key = frame.getUnsignedShort(frame.readerIndex());
    if (key == Constants.COMMAND_TUNE) {
      int ofBroker = frame.getInt(frame.readerIndex() + BEFORE_FRAME_SIZE);
      largestFrame = ofBroker == 0 ? LARGEST_FRAME : Math.min(ofBroker, LARGEST_FRAME);
    } else if (key == (RESPONSE | Constants.COMMAND_OPEN)) {
      context.pipeline().remove(this);
      read(frame.skipBytes(BEFORE_CODE));
    }
    context.fireChannelRead(message);
  }

  private void read(ByteBuf answer) {
    if (answer.readShort() != Constants.RESPONSE_CODE_OK || !answer.isReadable()) {
      return;
    }
    Map<String, String> properties = new HashMap<>();
    for (int count = answer.readInt(); count > 0; count--) {
      properties.put(text(answer), text(answer));
    }
    String port = properties.get("advertised_port");
    if (port != null) {
      advertised = new Endpoint(properties.get("advertised_host"), Integer.parseInt(port));
    }
  }

  private static String text(ByteBuf answer) {
    return answer.readCharSequence(answer.readUnsignedShort(), StandardCharsets.UTF_8).toString();
  }
}
