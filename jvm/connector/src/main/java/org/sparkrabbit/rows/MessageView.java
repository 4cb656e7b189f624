package org.sparkrabbit.rows;

import org.apache.spark.unsafe.types.UTF8String;

/** The message that a row is made of. One object is moved along all messages of a range. */
public final class MessageView {
  private static final long LARGEST_MILLIS = Long.MAX_VALUE / 1000;
  private static final long SMALLEST_MILLIS = Long.MIN_VALUE / 1000;

  private final UTF8String stream;
  private final AmqpBody body = new AmqpBody();
  private byte[] bytes;
  private int from;
  private int until;
  private long offset;
  private long chunkMillis;

  public MessageView(String stream) {
    this.stream = UTF8String.fromString(stream);
  }

  public void moveTo(
      byte[] chunk, int messageFrom, int messageUntil, long messageOffset, long millis) {
    bytes = chunk;
    from = messageFrom;
    until = messageUntil;
    offset = messageOffset;
    chunkMillis = millis;
  }

  UTF8String stream() {
    return stream;
  }

  long offset() {
    return offset;
  }

  /** Times beyond what Spark can hold saturate: a wrapped one would lie in another age. */
  long chunkMicros() {
    return Math.max(SMALLEST_MILLIS, Math.min(LARGEST_MILLIS, chunkMillis)) * 1000;
  }

  AmqpBody body() throws MalformedMessageException {
    body.locate(bytes, from, until);
    return body;
  }
}
