package org.sparkrabbit.rows;

/** Bytes that are not a message. The reader adds where they were found. */
public class MalformedMessageException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedMessageException(String message) {
    super(message);
  }
}
