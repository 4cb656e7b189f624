package org.sparkrabbit.broker;

import com.rabbitmq.stream.Constants;
import io.netty.buffer.ByteBuf;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;

/**
 * Takes chunks off a connection where its bytes come in, so that the messages of a chunk are copied
 * once, to the place where they are read. All other frames go on to the client as they are, and in
 * their order: what the broker sent before an answer has been handed over when the client gives
 * that answer.
 */
final class DeliveryTap extends ChannelInboundHandlerAdapter {
  private static final int REQUEST = 0x7fff;
  private static final int LENGTH_AND_KEY = Integer.BYTES + Short.BYTES;
  private static final int MOST_BYTES_AT_ONCE = 1024 * 1024;

  private final Sinks sinks;
  private final DeliveryHead head = new DeliveryHead();
  private volatile Channel channel;
  private volatile boolean isCut;

  /** How much of the frame at hand is still to come: for the client, for a sink, for nobody. */
  private long passing;

  private int filling;
  private long dropping;

  private Sinks.Arrival arrival;

  DeliveryTap(Sinks sinks) {
    this.sinks = sinks;
  }

  void install(Channel opened) {
    channel = opened;
    opened
        .config()
        .setRecvByteBufAllocator(
            new AdaptiveRecvByteBufAllocator(1024, 16 * 1024, MOST_BYTES_AT_ONCE));
    placeBeforeDecoder(opened.pipeline());
  }

  /**
   * Once a connection is open, the client has put its watch over idle connections before the
   * decoder; it must see all that comes in, or it would take a busy connection for a dead one.
   */
  void settle() {
    ChannelPipeline pipeline = channel.pipeline();
    channel
        .eventLoop()
        .submit(
            () -> {
              // A connection that is lost already has no handlers; whoever asks it next is told.
              if (channel.isActive()) {
                pipeline.remove(this);
                placeBeforeDecoder(pipeline);
              }
            })
        .syncUninterruptibly();
  }

  private void placeBeforeDecoder(ChannelPipeline pipeline) {
    pipeline.addBefore(pipeline.context(LengthFieldBasedFrameDecoder.class).name(), null, this);
  }

  /** It is taken out of its pipeline and put back, which Netty allows to no other handlers. */
  @Override
  public boolean isSharable() {
    return true;
  }

  Channel channel() {
    return channel;
  }

  /** Ends the connection at once, without a word to the broker. */
  void cut() {
    isCut = true;
    channel.close();
  }

  /** What was on its way before may still arrive. */
  boolean isCut() {
    return isCut;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    try {
      while (bytes.isReadable()) {
        if (passing > 0) {
          pass(context, bytes);
        } else if (filling > 0) {
          fill(bytes);
        } else if (dropping > 0) {
          int count = (int) Math.min(dropping, bytes.readableBytes());
          bytes.skipBytes(count);
          dropping -= count;
        } else {
          begin(context, bytes);
        }
      }
    } catch (Throwable e) {
      // Where the next frame begins is not known any more.
      cut();
      throw e;
    } finally {
      bytes.release();
    }
  }

  private void pass(ChannelHandlerContext context, ByteBuf bytes) {
    int count = (int) Math.min(passing, bytes.readableBytes());
    passing -= count;
    context.fireChannelRead(bytes.readRetainedSlice(count));
  }

  private void fill(ByteBuf bytes) {
    int count = Math.min(filling, bytes.readableBytes());
    arrival.fill(bytes, count);
    filling -= count;
    if (filling == 0) {
      arrival.complete();
      arrival = null;
    }
  }

  /** Reads on in the head of a frame, until it tells whose the frame is. */
  private void begin(ChannelHandlerContext context, ByteBuf bytes) {
    head.read(bytes, LENGTH_AND_KEY);
    if (head.size() < LENGTH_AND_KEY) {
      return;
    }
    if ((head.key() & REQUEST) != Constants.COMMAND_DELIVER) {
      passing = head.frameLength() - head.size();
      context.fireChannelRead(head.bytes(context.alloc()));
      head.clear();
      return;
    }
    if (head.readDelivery(bytes)) {
      filling = head.dataLength();
      dropping = head.frameLength() - head.size() - filling;
      arrival = sinks.begin(head);
      if (filling == 0) {
        arrival.complete();
      }
      head.clear();
    }
  }
}
