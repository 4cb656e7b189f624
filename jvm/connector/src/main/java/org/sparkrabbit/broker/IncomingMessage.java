package org.sparkrabbit.broker;

import io.netty.buffer.ByteBuf;

/**
 * Where a message lies in the client's buffer. It holds only while the client hands the message
 * over: one object serves all messages of a dispatching thread.
 */
public final class IncomingMessage extends OpaqueMessage {
  private ByteBuf buffer;
  private int start;
  private int length;

  IncomingMessage at(ByteBuf holder, int from, int size) {
    buffer = holder;
    start = from;
    length = size;
    return this;
  }

  public ByteBuf buffer() {
    return buffer;
  }

  public int start() {
    return start;
  }

  public int length() {
    return length;
  }
}
