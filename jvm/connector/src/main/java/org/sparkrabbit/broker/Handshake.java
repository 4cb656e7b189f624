package org.sparkrabbit.broker;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Watches a connection begin. The client tells little of a failed encryption: its reasons, and that
 * one side speaks TLS and the other does not, are seen here.
 */
final class Handshake {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final byte TLS_ALERT = 0x15;
  private static final Set<String> OTHER_PROTOCOLS = Set.of("AMQP", "HTTP");
  private static final int NAME_LENGTH = 4;

  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean wantsTls;
  private volatile String otherProtocol;

  /** What failed on the way to an encrypted connection, or null. */
  Throwable failure() {
    return failure.get();
  }

  /** That the other side speaks TLS, and we do not. */
  boolean wantsTls() {
    return wantsTls;
  }

  /** The protocol that the other side speaks instead of ours, if it is a known one, or null. */
  String otherProtocol() {
    return otherProtocol;
  }

  void watch(Channel channel) {
    SslHandler encryption = channel.pipeline().get(SslHandler.class);
    if (encryption == null) {
      channel.pipeline().addFirst(new AnswerWatch());
      return;
    }
    encryption.setHandshakeTimeoutMillis(PATIENCE.toMillis());
    encryption.handshakeFuture().addListener(future -> failure.compareAndSet(null, future.cause()));
    channel
        .pipeline()
        .addAfter(channel.pipeline().context(encryption).name(), null, new FailureWatch());
  }

  /** A listener answers what it does not understand in its own way: TLS with an alert. */
  private final class AnswerWatch extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (message instanceof ByteBuf bytes && bytes.isReadable()) {
        look(bytes);
      }
      context.pipeline().remove(this);
      context.fireChannelRead(message);
    }

    private void look(ByteBuf answer) {
      wantsTls = answer.getByte(answer.readerIndex()) == TLS_ALERT;
      int length = Math.min(NAME_LENGTH, answer.readableBytes());
      String name = answer.toString(answer.readerIndex(), length, StandardCharsets.US_ASCII);
      otherProtocol = OTHER_PROTOCOLS.contains(name) ? name : null;
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
