package org.sparkrabbit.broker;

import com.rabbitmq.stream.Codec;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.OutputStream;

/** An encoded message on its way to the broker, with the key that routes it in a super stream. */
public final class OutgoingMessage extends OpaqueMessage implements Codec.EncodedMessage {
  private final byte[] encoded;
  private final String routingKey;

  public OutgoingMessage(byte[] encoded, String routingKey) {
    this.encoded = encoded;
    this.routingKey = routingKey;
  }

  public String routingKey() {
    return routingKey;
  }

  /** The protocol wants the length before the bytes. */
  @Override
  public void writeTo(OutputStream output) throws IOException {
    output.write(encoded.length >>> 24);
    output.write(encoded.length >>> 16);
    output.write(encoded.length >>> 8);
    output.write(encoded.length);
    output.write(encoded);
  }

  @Override
  public void writeTo(ByteBuf buffer) {
    buffer.writeInt(encoded.length).writeBytes(encoded);
  }

  @Override
  public int getSize() {
    return encoded.length;
  }
}
