package org.sparkrabbit.broker;

import com.rabbitmq.stream.Constants;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.concurrent.atomic.AtomicBoolean;
import org.sparkrabbit.options.Endpoint;

/** The way of entries to one stream over one connection, until it is closed. */
public final class Publication implements AutoCloseable {
  /** What stands before the entries of a frame: length, key, version, publisher, count. */
  public static final int FRAME_HEAD = 4 + 2 + 2 + 1 + 4;

  private static final int PLAIN = 1;
  private static final int WITH_FILTER_VALUES = 2;

  private final NodeConnection connection;
  private final byte number;
  private final short version;
  private final AtomicBoolean closed = new AtomicBoolean();

  Publication(NodeConnection connection, byte number, boolean hasFilterValues) {
    this.connection = connection;
    this.number = number;
    this.version = (short) (hasFilterValues ? WITH_FILTER_VALUES : PLAIN);
  }

  /** Sends a frame. It does not wait; what becomes of the entries the sink hears. */
  public void send(int entries, byte[] bytes, int start, int length) {
    Channel channel = connection.channel();
    if (!channel.isActive()) {
      return;
    }
    ByteBuf frame = channel.alloc().directBuffer(FRAME_HEAD + length);
    frame.writeInt(FRAME_HEAD - Integer.BYTES + length);
    frame.writeShort(Constants.COMMAND_PUBLISH);
    frame.writeShort(version);
    frame.writeByte(number);
    frame.writeInt(entries);
    frame.writeBytes(bytes, start, length);
    // A thread of the connection would overtake what others have handed to it.
    channel.eventLoop().execute(() -> channel.writeAndFlush(frame, channel.voidPromise()));
  }

  /** The broker ends a connection that brings it a larger frame. */
  public int largestFrame() {
    return connection.largestFrame();
  }

  public Endpoint node() {
    return connection.node();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      connection.unpublish(number);
    }
  }
}
