package org.sparkrabbit.rows;

/** A message in the form in which streams keep it. */
public interface EncodedMessage {
  int size();

  /** Copies the message to a place with room for it. */
  void writeTo(byte[] target, int at);
}
