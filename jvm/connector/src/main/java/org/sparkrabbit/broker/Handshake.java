package org.sparkrabbit.broker;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Watches a connection begin. The client tells little of a failed encryption: its reasons, and that
 * one side speaks TLS and the other does not, are seen here.
 */
final class Handshake {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final byte TLS_ALERT = 0x15;

  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean wantsTls;

  /** What failed on the way to an encrypted connection, or null. */
  Throwable failure() {
    return failure.get();
  }

  /** That the other side speaks TLS, and we do not. */
  boolean wantsTls() {
    return wantsTls;
  }

  void watch(Channel channel) {
    SslHandler encryption = channel.pipeline().get(SslHandler.class);
    if (encryption == null) {
      channel.pipeline().addFirst(new AlertWatch());
      return;
    }
    encryption.setHandshakeTimeoutMillis(PATIENCE.toMillis());
    encryption.handshakeFuture().addListener(future -> failure.compareAndSet(null, future.cause()));
    channel
        .pipeline()
        .addAfter(channel.pipeline().context(encryption).name(), null, new FailureWatch());
  }

  /** A listener of TLS answers what it does not understand with an alert. */
  private final class AlertWatch extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (message instanceof ByteBuf bytes
          && bytes.isReadable()
          && bytes.getByte(bytes.readerIndex()) == TLS_ALERT) {
        wantsTls = true;
      }
      context.pipeline().remove(this);
      context.fireChannelRead(message);
    }
  }

  /** A certificate of ours is refused after the handshake, as far as our side can tell. */
  private final class FailureWatch extends ChannelInboundHandlerAdapter {
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      failure.compareAndSet(
          null,
          cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause);
      context.fireExceptionCaught(cause);
    }
  }
}
