package org.sparkrabbit.broker;

import com.rabbitmq.stream.Constants;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

/**
 * Takes chunks off a connection before the client sees them. The client would decode each message
 * on a thread of its own; here a whole chunk is handed over, in the order of the wire: what the
 * broker sent before an answer has been handed over when the client gives that answer.
 */
final class DeliveryTap extends ChannelInboundHandlerAdapter {
  static final int MOST_SUBSCRIPTIONS = 256;

  private static final int REQUEST = 0x7fff;

  private volatile Channel channel;

  /** A sink, and the stream that it takes. */
  private record Tapped(String stream, ChunkSink sink) {}

  private final AtomicReferenceArray<Tapped> sinks = new AtomicReferenceArray<>(MOST_SUBSCRIPTIONS);

  void install(Channel channel) {
    addBehindDecoder(channel, this);
  }

  /** Where whole frames come out, before the client's own handler. */
  static void addBehindDecoder(Channel channel, ChannelInboundHandlerAdapter handler) {
    String decoder = channel.pipeline().context(LengthFieldBasedFrameDecoder.class).name();
    channel.pipeline().addAfter(decoder, null, handler);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    channel = context.channel();
  }

  /** Ends the connection at once, without a word to the broker. */
  void cut() {
    channel.close();
  }

  /** Takes the number of a subscription for this sink, or -1 where all are taken. */
  int register(String stream, ChunkSink sink) {
    Tapped tapped = new Tapped(stream, sink);
    for (int number = 0; number < MOST_SUBSCRIPTIONS; number++) {
      if (sinks.compareAndSet(number, null, tapped)) {
        return number;
      }
    }
    return -1;
  }

  void unregister(int number) {
    sinks.set(number, null);
  }

  /** Tells a sink whether it is the active one of its name. */
  void activate(int number, boolean isActive) {
    Tapped tapped = sinks.get(number);
    if (tapped != null) {
      tapped.sink.active(isActive);
    }
  }

  /** Tells all sinks that nothing follows. */
  void end(RabbitStreamsException why) {
    end(tapped -> true, why);
  }

  /** Tells the sinks of this stream that nothing follows. */
  void end(String stream, RabbitStreamsException why) {
    end(tapped -> tapped.stream.equals(stream), why);
  }

  private void end(Predicate<Tapped> which, RabbitStreamsException why) {
    for (int number = 0; number < MOST_SUBSCRIPTIONS; number++) {
      Tapped tapped = sinks.get(number);
      if (tapped != null && which.test(tapped)) {
        tapped.sink.ended(why);
      }
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf frame = (ByteBuf) message;
    int start = frame.readerIndex();
    if ((frame.getUnsignedShort(start) & REQUEST) != Constants.COMMAND_DELIVER) {
      context.fireChannelRead(message);
      return;
    }
    try {
      deliver(frame);
    } finally {
      frame.release();
    }
  }

  private void deliver(ByteBuf frame) {
    frame.skipBytes(Short.BYTES);
    int version = frame.readUnsignedShort();
    Tapped tapped = sinks.get(frame.readUnsignedByte());
    // What arrives after the end of a subscription is nobody's.
    if (tapped != null) {
      try {
        tapped.sink.chunk(ChunkFrame.read(frame, version));
      } catch (Throwable e) {
        // Nobody else would tell the reader that something is missing, not even of memory.
        tapped.sink.ended(
            new RabbitStreamsException(
                ErrorCode.INTERNAL_FAILURE,
                "A chunk could not be received: %s. Please report this.".formatted(e),
                e));
      }
    }
  }
}
