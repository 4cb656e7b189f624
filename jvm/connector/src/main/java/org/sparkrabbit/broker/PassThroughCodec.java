package org.sparkrabbit.broker;

import com.rabbitmq.stream.Codec;
import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.MessageBuilder;
import io.netty.buffer.ByteBuf;

/** Sends what is encoded already. */
final class PassThroughCodec implements Codec {
  static final PassThroughCodec SHARED = new PassThroughCodec();

  private PassThroughCodec() {}

  @Override
  public EncodedMessage encode(Message message) {
    return (OutgoingMessage) message;
  }

  @Override
  public Message decode(ByteBuf buffer, int length) {
    throw new UnsupportedOperationException("The connector reads without the client's consumers");
  }

  @Override
  public MessageBuilder messageBuilder() {
    throw new UnsupportedOperationException("The connector builds its messages itself");
  }
}
