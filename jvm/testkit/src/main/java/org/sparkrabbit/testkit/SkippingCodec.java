package org.sparkrabbit.testkit;

import com.rabbitmq.stream.Codec;
import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.MessageBuilder;
import com.rabbitmq.stream.codec.SimpleCodec;
import io.netty.buffer.ByteBuf;

/** Decodes nothing: what a reader with this codec reaches is the ceiling of the wire. */
final class SkippingCodec implements Codec {

  private static final Message NOTHING =
      new SimpleCodec().messageBuilder().addData(new byte[0]).build();

  @Override
  public Message decode(ByteBuf buffer, int length) {
    buffer.skipBytes(length);
    return NOTHING;
  }

  @Override
  public EncodedMessage encode(Message message) {
    throw new UnsupportedOperationException("This codec only reads.");
  }

  @Override
  public MessageBuilder messageBuilder() {
    throw new UnsupportedOperationException("This codec only reads.");
  }
}
