package org.sparkrabbit.broker;

import com.rabbitmq.stream.Codec;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.OutputStream;

/** An encoded message on its way to the broker, with what the broker is told about it. */
public final class OutgoingMessage extends OpaqueMessage implements Codec.EncodedMessage {
  private static final long NO_ID = 0;

  private final byte[] encoded;
  private final String filterValue;
  private long publishingId = NO_ID;

  /** The filter value is null for a message without one. */
  public OutgoingMessage(byte[] encoded, String filterValue) {
    this.encoded = encoded;
    this.filterValue = filterValue;
  }

  /** Gives it an id of at least 1, by which the broker knows a repetition. */
  public void number(long id) {
    publishingId = id;
  }

  public String filterValue() {
    return filterValue;
  }

  @Override
  public boolean hasPublishingId() {
    return publishingId != NO_ID;
  }

  @Override
  public long getPublishingId() {
    return publishingId;
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
