package org.sparkrabbit.broker;

import com.rabbitmq.stream.Codec;
import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.MessageBuilder;
import io.netty.buffer.ByteBuf;

/** Tells where messages lie instead of decoding them, and sends what is encoded already. */
final class PassThroughCodec implements Codec {
  static final PassThroughCodec SHARED = new PassThroughCodec();

  // The client decodes a message and hands it over on one thread, then turns to the next.
  private final ThreadLocal<IncomingMessage> incoming =
      ThreadLocal.withInitial(IncomingMessage::new);

  private PassThroughCodec() {}

  @Override
  public EncodedMessage encode(Message message) {
    return (OutgoingMessage) message;
  }

  @Override
  public Message decode(ByteBuf buffer, int length) {
    int start = buffer.readerIndex();
    buffer.skipBytes(length);
    return incoming.get().at(buffer, start, length);
  }

  @Override
  public MessageBuilder messageBuilder() {
    throw new UnsupportedOperationException("The connector builds its messages itself");
  }
}
