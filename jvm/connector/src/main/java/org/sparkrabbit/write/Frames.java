package org.sparkrabbit.write;

/** Takes entries that go to the broker in one frame. The bytes are read before it returns. */
@FunctionalInterface
interface Frames {
  void send(int entries, byte[] bytes, int start, int length);
}
